// Without this the page is read all the same: the switch is made of styles. Here the reader's language comes first, and
// the document's own language and title follow the switch.
const switches = [...document.querySelectorAll("input[name=language]")];
const follow = () => {
  const chosen = switches.find((each) => each.checked);
  if (!chosen) return;
  document.documentElement.lang = chosen.dataset.lang;
  document.title = chosen.dataset.title;
};
const spoken = navigator.languages.map((each) => each.split("-")[0].toLowerCase());
const wanted = spoken.map((each) => switches.find(({ value }) => value === each)).find(Boolean);
if (wanted) wanted.checked = true;
for (const each of switches) each.addEventListener("change", follow);
follow();
