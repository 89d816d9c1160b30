"""The box `group`: boxes placed, turned and faded together."""

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from cardgen.base.errors import Own
from cardgen.base.words.messages import message
from cardgen.cards.boxes.context import DrawContext
from cardgen.cards.boxes.ink import TOLERANCE, text_beyond
from cardgen.cards.boxes.kind import BoxKind
from cardgen.data.kinds import FileModel, WithShortForms
from cardgen.data.templates.box_models import ContainerBox, Opacity
from cardgen.scene.items import IDENTITY, Group, Item, Path, Rect, rectangle


class Clip(FileModel):
    """The edge at which a group is cut off."""

    radius: Annotated[float, Field(ge=0, le=1000)] = Field(default=0.0, description="the radius of its corners, mm")


def _as_clip(value: Any) -> Any:
    if isinstance(value, bool):
        return Clip() if value else None
    return value


OptionalClip = Annotated[
    Clip | None,
    BeforeValidator(_as_clip),
    WithShortForms(Clip, {"type": "boolean"}),
]


class GroupBox(ContainerBox):
    """Boxes placed, turned and faded together."""

    kind: Literal["group"]
    clip: OptionalClip = Field(
        default=None,
        description="`true` cuts off whatever reaches over the edge, `{radius: 2}` rounds the corners by so many mm",
    )
    opacity: Opacity = Field(default=1.0, description="0 to 1: the opacity of the group, painted as one picture")


def draw_group(box: GroupBox, area: Rect, context: DrawContext) -> tuple[Item, ...]:
    """Return the inner boxes as one group, cut off at its clip; text that the clip cuts is a finding."""
    whole = (0.0, 0.0, *area[2:])
    items = context.inside.draw(whole)
    clip = None
    if box.clip:
        clip = Path(rectangle(*whole, box.clip.radius))
        cut = text_beyond(items, IDENTITY, whole, box.clip.radius)
        if cut > TOLERANCE:
            overflow = message("text reaches {cut:.2f} mm out of the group, which cuts it off", cut=cut)
            context.report("text-overflow", overflow, "", Own(("cut",), cut), key="clip")
    return (Group(items, context.inside.matrix, clip, box.opacity),)


GROUP = BoxKind(
    "group",
    GroupBox,
    draw_group,
    "{kind: group, box: [20, 29, 14, 10], clip: true, "
    'boxes: {disc: {kind: ellipse, box: [4, -4, 14, 14], fill: "#ffb703"}}}',
)
