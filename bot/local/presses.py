"""What a person did with a component or a modal, checked as the client checks it."""

from typing import Any

from bot.local.attachments import walk
from bot.local.commands import OptionFiller
from bot.local.wire import JsonObject, as_read, refused

ROW, BUTTON, SELECT, INPUT, USERS, ROLES, MENTIONABLES, CHANNELS, TEXT, LABEL = 1, 2, 3, 4, 5, 6, 7, 8, 10, 18
RADIO, CHECKBOXES, CHECKBOX = 21, 22, 23
LINK = 5
FINDERS = {
    USERS: OptionFiller.person,
    ROLES: OptionFiller.role,
    MENTIONABLES: OptionFiller.mentionable,
    CHANNELS: OptionFiller.channel,
}
USABLE = (BUTTON, SELECT, *FINDERS)
CHOOSERS = (SELECT, *FINDERS, CHECKBOXES)


def component_of(message: JsonObject, wanted: str) -> JsonObject:
    """Return the component of a message with this custom_id, or the button with this label."""
    usable = [component for component in walk(message["components"]) if component["type"] in USABLE]
    for key in ("custom_id", "label"):
        for component in usable:
            if as_read(component.get(key) or "") == as_read(wanted):
                return component
    raise refused(f"The message has no {wanted!r}.")


def press_data(message: JsonObject, wanted: str, *, force: bool) -> JsonObject:
    """Return the data of a button pressed; with force, of one that is gone or greyed out."""
    if force:
        return {"custom_id": wanted, "component_type": BUTTON, "id": 1}
    button = component_of(message, wanted)
    if button["type"] != BUTTON or button.get("style") == LINK:
        raise refused(f"{wanted!r} is no button to press.")
    if button.get("disabled"):
        raise refused(f"{wanted!r} is greyed out.")
    return {"custom_id": button["custom_id"], "component_type": BUTTON, "id": button["id"]}


def choose_data(
    message: JsonObject, wanted: str, values: list[str], filler: OptionFiller, *, force: bool
) -> JsonObject:
    """Return the data of values chosen from a list; with force, of any values."""
    if force:
        return {"custom_id": wanted, "component_type": SELECT, "id": 1, "values": values}
    select = component_of(message, wanted)
    if select["type"] == BUTTON or select.get("disabled"):
        raise refused(f"{wanted!r} offers nothing to choose.")
    chosen = _chosen(select, values, filler)
    data = {
        "custom_id": select["custom_id"],
        "component_type": select["type"],
        "id": select["id"],
        "values": chosen,
    }
    return data | ({"resolved": filler.resolved} if filler.resolved else {})


def _chosen(select: JsonObject, values: list[str], filler: OptionFiller) -> list[str]:
    low, high = select.get("min_values", 1), select.get("max_values", 1)
    if select["type"] == CHECKBOXES:
        high = select.get("max_values", len(select["options"]))
    if not values and select.get("required") is False:
        return []
    if not low <= len(values) <= high:
        raise refused(f"Choose between {low} and {high} of {select['custom_id']!r}.")
    if select["type"] in FINDERS:
        return [FINDERS[select["type"]](filler, value) for value in values]
    by_name = {as_read(option["label"]): option["value"] for option in select["options"]}
    offered = set(by_name.values())
    chosen = [value if value in offered else by_name.get(as_read(value), "") for value in values]
    if not set(chosen) <= offered:
        raise refused(f"{values} is not offered by {select['custom_id']!r}.")
    return chosen


def submit_data(modal: JsonObject, given: JsonObject, filler: OptionFiller) -> JsonObject:
    """Return the data of a form sent in; fields left alone keep what they were shown with."""
    fields = {part["custom_id"] for part in walk(modal["components"]) if part.get("custom_id")}
    if strange := set(given) - fields:
        raise refused(f"The form has no field {min(strange)!r}.")
    data = {
        "custom_id": modal["custom_id"],
        "components": [_part(part, given, filler) for part in modal["components"]],
    }
    return data | ({"resolved": filler.resolved} if filler.resolved else {})


def _part(part: JsonObject, given: JsonObject, filler: OptionFiller) -> JsonObject:
    shell = {"type": part["type"], "id": part.get("id", 0)}
    if part["type"] == ROW:
        return shell | {"components": [_field(field, given, filler) for field in part["components"]]}
    if part["type"] == LABEL:
        return shell | {"component": _field(part["component"], given, filler)}
    return shell


def _field(field: JsonObject, given: JsonObject, filler: OptionFiller) -> JsonObject:
    name, kind = field["custom_id"], field["type"]
    shell = {"type": kind, "custom_id": name, "id": field.get("id", 0)}
    value = given.get(name, _shown(field))
    if kind == INPUT:
        return shell | {"value": _line(field, str(value))}
    if kind in CHOOSERS:
        values = [value] if isinstance(value, str) else list(value)
        return shell | {"values": _chosen(field, values, filler)}
    if kind == RADIO and field.get("required", True) and not value:
        raise refused(f"Choose one of {name!r}.")
    return shell | {"value": value}


def _shown(field: JsonObject) -> Any:
    if field["type"] == INPUT:
        return field.get("value") or ""
    marked = [option["value"] for option in field.get("options") or [] if option.get("default")]
    if field["type"] == RADIO:
        return marked[0] if marked else None
    return bool(field.get("default")) if field["type"] == CHECKBOX else marked


def _line(field: JsonObject, value: str) -> str:
    if not value:
        if field.get("required", True):
            raise refused(f"{field['custom_id']!r} must be filled in.")
        return value
    low, high = field.get("min_length") or 0, field.get("max_length") or 4000
    if not low <= len(value) <= high:
        raise refused(f"{field['custom_id']!r} takes {low} to {high} characters.")
    return value
