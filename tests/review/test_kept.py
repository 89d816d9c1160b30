"""Kept pictures: small files that merge without conflicts, read for ever, and tidied without a loss."""

from __future__ import annotations

import gzip
import json
import threading
from pathlib import Path

import pytest
from PIL import Image

from cardgen.base.errors import DataError
from cardgen.formats.svg import to_svg
from cardgen.review.kept import folder as folder_module
from cardgen.review.kept.folder import KeptPictures, scene_of_svg
from cardgen.review.kept.packs import BROKEN, make_pack, merge_packs, read_header, read_pack
from cardgen.review.kept.scenes import as_kept
from cardgen.review.server.pictures import picture_key
from cardgen.review.server.store import Store
from cardgen.review.server.tidying import tidy_pictures
from cardgen.scene.bare import bare
from cardgen.scene.items import Group, Scene
from cardgen.scene.keys import content_key
from tests.pictures import card, differences, everything, painted, svg_marks, text
from tests.review.reviewer import Reviewer, keep_as_before

ONE, TWO = "main/one", "main/two"
TEMPLATE = "templates/tiny.yaml"


def cards(count: int) -> dict[str, Scene]:
    scenes = [bare(card(number)) for number in range(count)]
    return {picture_key(scene): scene for scene in scenes}


# ---------------------------------------------------------------- scenes and packs


def test_a_kept_picture_looks_as_it_did(tmp_path: Path) -> None:
    column = Group(text("方块杀手", 4, lang="zh"))
    pictures = {picture_key(scene): scene for scene in (everything(tmp_path), painted(), Scene(20, 20, (column,)))}
    kept = KeptPictures(tmp_path / "review")
    assert kept.keep(pictures) == set()
    for key, scene in pictures.items():
        read = KeptPictures(tmp_path / "review").scene(key)
        assert read is not None
        assert content_key(read) == content_key(as_kept(scene))
        assert differences(svg_marks(to_svg(scene, bleed=True)), svg_marks(to_svg(read, bleed=True))) == []


def test_many_similar_pictures_take_little_space(tmp_path: Path) -> None:
    pictures = cards(200)
    kept = KeptPictures(tmp_path)
    kept.keep(pictures)
    (pack,) = tmp_path.iterdir()
    assert pack.stat().st_size < 200 * 250
    assert make_pack(dict(reversed(pictures.items()))).content == pack.read_bytes()
    assert kept.keep(pictures) == set()
    assert len(list(tmp_path.iterdir())) == 1


def test_single_pictures_are_packed_together(tmp_path: Path) -> None:
    pictures, kept = cards(40), KeptPictures(tmp_path)
    for key, scene in pictures.items():
        kept.keep({key: scene})
        kept.merge()
    assert len(list(tmp_path.iterdir())) < 16
    assert KeptPictures(tmp_path).missing(pictures) == set()


def test_merged_packs_have_each_picture_once(tmp_path: Path) -> None:
    pictures = {picture_key(scene): scene for scene in (bare(everything(tmp_path)), *cards(3).values())}
    keys = list(pictures)
    packs = []
    for part in (keys[:3], keys[1:]):
        pack = make_pack({key: pictures[key] for key in part})
        (tmp_path / pack.name).write_bytes(pack.content)
        packs.append(read_pack(tmp_path / pack.name))
    merged = merge_packs(packs)
    assert set(merged.header.pictures) == set(keys)
    assert merged.header.images == packs[0].header.images
    (tmp_path / merged.name).write_bytes(merged.content)
    read = read_pack(tmp_path / merged.name)
    assert len(set(read.scenes)) == len(read.scenes)
    assert len(set(read.shapes)) == len(read.shapes)


def test_a_picture_file_is_kept_once_and_unchanged(tmp_path: Path) -> None:
    scene = everything(tmp_path)
    kept = KeptPictures(tmp_path / "review")
    kept.keep({"1" * 32: scene})
    kept.keep({"2" * 32: Scene(70, 90, scene.items)})
    arts = sorted(path for path in kept.folder.iterdir() if path.name.startswith("art-"))
    assert sorted(path.read_bytes() for path in arts) == sorted(
        (tmp_path / name).read_bytes() for name in ("photo.jpg", "glass.png")
    )
    arts[0].write_bytes(b"another picture")
    assert KeptPictures(kept.folder).scene("1" * 32) is None


@pytest.mark.parametrize(
    "lines",
    [
        [],
        [{"cardgen_pictures": 2, "pictures": {}, "images": []}, [], {}],
        [{"cardgen_pictures": 1, "pictures": {"1" * 32: 7}, "images": []}, [], {}],
        [{"cardgen_pictures": 1, "pictures": {"1" * 32: 0}, "images": []}, [], {"size": [1, 2], "items": [{}]}],
        [
            {"cardgen_pictures": 1, "pictures": {"1" * 32: 0}, "images": []},
            [],
            {"size": [1, 2], "items": [{"scene": 0}]},
        ],
        [
            {"cardgen_pictures": 1, "pictures": {"1" * 32: 0}, "images": []},
            ["M0 0L"],
            {"size": [1, 2], "items": [{"path": 0, "fill": "url(http://example.org)"}]},
        ],
        [
            {"cardgen_pictures": 1, "pictures": {"1" * 32: 0}, "images": ["../../secret.png"]},
            [],
            {"size": [1, 2], "items": [{"image": "../../secret.png", "rect": [0, 0, 1, 1], "pixels": [1, 1]}]},
        ],
    ],
)
def test_a_pack_from_elsewhere_can_do_no_harm(tmp_path: Path, lines: list[object]) -> None:
    import hashlib

    content = gzip.compress("\n".join(map(json.dumps, lines)).encode(), mtime=0)
    path = tmp_path / f"{hashlib.sha256(content).hexdigest()[:32]}.pictures.gz"
    path.write_bytes(content)
    assert KeptPictures(tmp_path).scene("1" * 32) is None


def test_a_damaged_pack_is_not_read(tmp_path: Path) -> None:
    kept = KeptPictures(tmp_path)
    kept.keep(cards(2))
    (pack,) = tmp_path.iterdir()
    pack.write_bytes(pack.read_bytes()[:-9])
    assert read_header(pack).pictures
    with pytest.raises(BROKEN):
        read_pack(pack)
    assert KeptPictures(tmp_path).scene(next(iter(cards(2)))) is None


def test_a_picture_of_an_earlier_version_is_read_as_shapes() -> None:
    scene = painted()
    read = scene_of_svg(to_svg(scene, bleed=True))
    assert (read.width, read.height, read.bleed) == pytest.approx((scene.width, scene.height, scene.bleed))
    assert differences(svg_marks(to_svg(scene, bleed=True)), svg_marks(to_svg(read, bleed=True))) == []


# ---------------------------------------------------------------- tidying


def change_ground(reviewer: Reviewer, colour: str, before: str = "#ffffff") -> None:
    reviewer.disk.change(TEMPLATE, f'box: bleed, fill: "{before}"', f'box: bleed, fill: "{colour}"')
    reviewer.rebuild()


def test_pictures_that_no_standing_event_needs_are_removed(reviewer: Reviewer) -> None:
    first = reviewer.do(ONE)
    change_ground(reviewer, "#eeeeee")
    second = reviewer.do(ONE)
    undone = reviewer.do(TWO)
    reviewer.do(TWO, "undo", undoes=undone.id)
    change_ground(reviewer, "#dddddd", "#eeeeee")
    third = reviewer.do(ONE, "comment", text="darker?")
    rejected = reviewer.do(ONE, "reject", text="no")
    tidied = tidy_pictures(reviewer.store.folder)
    assert set(tidied.removed) == {first.sides["face"], undone.sides["face"]}
    assert tidied.files == (4, 1)
    for event in (second, third, rejected):
        assert reviewer.store.kept_svg(event.sides["face"]) is not None  # the store had read the packs of before
    again = tidy_pictures(reviewer.store.folder)
    assert (again.removed, again.files, again.size[0]) == ((), (1, 1), tidied.size[1])


def test_pictures_of_earlier_versions_are_packed(reviewer: Reviewer) -> None:
    events = [reviewer.do(ONE), reviewer.do(TWO)]
    keep_as_before(reviewer)
    before = {key: reviewer.store.kept_svg(key) for event in events for key in event.sides.values()}
    assert len(list(reviewer.store.pictures.iterdir())) == 6
    tidied = tidy_pictures(reviewer.store.folder)
    assert (set(tidied.packed), tidied.removed, tidied.files) == (set(before), (), (6, 1))
    assert all(reviewer.store.kept_svg(key) for key in before)
    change_ground(reviewer, "#ffeeee")
    from cardgen.review.server.compare import compare_card

    comparison = compare_card(reviewer.catalog, reviewer.store, ONE)["compare"]
    assert comparison is not None
    assert comparison["areas"]["face"] == [[-3.0, -3.0, 69.0, 94.0]]
    assert comparison["areas"]["back"] == []


def test_a_picture_of_an_earlier_version_with_a_photograph_stays(reviewer: Reviewer) -> None:
    Image.new("RGB", (60, 60), "#aa0000").save(reviewer.store.folder / "art.png")
    name = "    name: {kind: text"
    reviewer.disk.change(TEMPLATE, name, f"    art: {{kind: image, box: [6, 20, 50, 50], file: art.png}}\n{name}")
    reviewer.rebuild()
    event = reviewer.do(ONE)
    keep_as_before(reviewer)
    tidied = tidy_pictures(reviewer.store.folder)
    assert (tidied.unread, tidied.packed) == ((event.sides["face"],), (event.sides["back"],))
    assert reviewer.store.kept_svg(event.sides["face"]) is not None


def test_tidying_keeps_what_other_editions_need(reviewer: Reviewer) -> None:
    event = reviewer.do(ONE)
    reviewer.store.log.rename(reviewer.store.folder / "review.de.jsonl")
    assert tidy_pictures(reviewer.store.folder).removed == ()
    assert Store(reviewer.store.folder, edition="de").kept_svg(event.sides["face"]) is not None


def test_nothing_is_tidied_if_the_log_cannot_be_read(reviewer: Reviewer) -> None:
    reviewer.do(ONE)
    reviewer.store.log.write_text("<<<<<<< ours\n", encoding="utf-8")
    with pytest.raises(DataError, match="merge conflict"):
        tidy_pictures(reviewer.store.folder)
    assert len(list(reviewer.store.pictures.iterdir())) == 1


def test_an_interrupted_tidying_loses_nothing(reviewer: Reviewer, monkeypatch: pytest.MonkeyPatch) -> None:
    events = [reviewer.do(ONE), reviewer.do(TWO)]

    class StopError(Exception):
        pass

    def stop(*_: object) -> None:
        raise StopError

    monkeypatch.setattr(folder_module.KeptPictures, "remove", stop)
    with pytest.raises(StopError):
        tidy_pictures(reviewer.store.folder)
    monkeypatch.undo()
    store = Store(reviewer.store.folder)
    assert all(store.kept_svg(key) for event in events for key in event.sides.values())
    tidy_pictures(reviewer.store.folder)
    assert all(store.kept_svg(key) for event in events for key in event.sides.values())


def test_decisions_and_tidying_at_the_same_time_lose_nothing(reviewer: Reviewer) -> None:
    """A decision finds that its picture was tidied away, and writes it again before its line."""
    undone = reviewer.do(ONE)
    reviewer.do(ONE, "undo", undoes=undone.id)
    stop = threading.Event()

    def tidy_again_and_again() -> None:
        while not stop.is_set():
            tidy_pictures(reviewer.store.folder)

    thread = threading.Thread(target=tidy_again_and_again)
    thread.start()
    try:
        for _ in range(15):
            event = reviewer.do(ONE)
            assert reviewer.store.kept.missing(event.sides.values()) == set()
            reviewer.do(ONE, "undo", undoes=event.id)
    finally:
        stop.set()
        thread.join()
