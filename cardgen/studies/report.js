// The page works without this script: CSS rules switch the language. The script selects the reader's language first, and
// makes the language and the title of the document follow the switch.
const switches = [...document.querySelectorAll("input[name=language]")];
const update = () => {
  const selected = switches.find((input) => input.checked);
  if (!selected) return;
  document.documentElement.lang = selected.dataset.lang;
  document.title = selected.dataset.title;
};
const base = (tag) => tag.split("-")[0].toLowerCase();
const initial = navigator.languages.map((tag) => switches.find(({ value }) => base(value) === base(tag))).find(Boolean);
if (initial) initial.checked = true;
for (const input of switches) input.addEventListener("change", update);
update();
