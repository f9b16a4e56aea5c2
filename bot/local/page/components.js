/** Buttons, lists, pictures and layouts of a message. */

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { openPicture } from "./lightbox.js";
import { openList } from "./list.js";
import { markdown } from "./markdown.js";
import { t } from "./words.js";

const ROW = 1, BUTTON = 2, SELECT = 3, USERS = 5, SECTION = 9, TEXT = 10, THUMBNAIL = 11, GALLERY = 12, FILE = 13;
const SEPARATOR = 14, CONTAINER = 17, LINK = 5;
const STYLES = { 1: "primary", 2: "grey", 3: "green", 4: "red", 5: "link" };

const DRAW = {
  [ROW]: (row, context) => h("div", { class: "row" }, draw(row.components, context)),
  [BUTTON]: button,
  [SELECT]: select,
  [USERS]: select,
  [SECTION]: (section, context) => h("div", { class: "section" },
    h("div", { class: "section-text" }, draw(section.components, context)), draw([section.accessory], context)),
  [TEXT]: (text, context) => h("div", { class: "text" }, markdown(text.content, context.world)),
  [THUMBNAIL]: (thumb) => picture(thumb.media, thumb.description, "thumb", [thumb]),
  [GALLERY]: (gallery) => h("div", { class: `gallery g${Math.min(gallery.items.length, 4)}` },
    gallery.items.map((item) => picture(item.media, item.description, "shot", gallery.items))),
  [FILE]: (file) => h("a", { class: "file", href: file.file.url, download: true }, icon("file", 18), " ", file.file.url.split("/").pop()),
  [SEPARATOR]: (line) => h("hr", { class: `${line.divider === false ? "gap" : "rule"} s${line.spacing || 1}` }),
  [CONTAINER]: (box, context) => h("div", {
    class: box.accent_color == null ? "container" : "container accent",
    colour: box.accent_color == null ? undefined : `#${box.accent_color.toString(16).padStart(6, "0")}`,
  }, draw(box.components, context)),
};

export function draw(components, context) {
  return components.filter(Boolean).map((component) => (DRAW[component.type] || unknown)(component, context));
}

function unknown(component) {
  return h("div", { class: "small" }, `(component ${component.type})`);
}

export function picture(media, alt, kind, siblings) {
  const items = siblings.map((one) => ({ url: one.media.url, alt: one.description || "" }));
  const open = () => openPicture(items, items.findIndex((item) => item.url === media.url));
  return h("button", { type: "button", class: `picture ${kind}${media.height > media.width ? " tall" : ""}`, onclick: open, "aria-label": t("Enlarge: {picture}", { picture: alt || t("picture") }) },
    h("img", { src: media.url, alt: alt || "", title: alt, width: media.width, height: media.height, decoding: "async" }));
}

function emoji(thing) {
  return thing.emoji ? h("span", { class: "emoji", "aria-hidden": "true" }, thing.emoji.id ? `:${thing.emoji.name}:` : thing.emoji.name) : null;
}

function button(one, context) {
  const inside = [emoji(one), one.label ? h("span", { class: "label" }, one.label) : null];
  const kind = `btn ${STYLES[one.style] || "grey"}`;
  if (one.style === LINK) return linkButton(one, inside, kind, context);
  const press = (event) => context.press(event.currentTarget, one.custom_id);
  const name = one.label ? undefined : one.emoji?.name;
  return h("button", { type: "button", class: kind, disabled: one.disabled, "data-id": one.custom_id, "aria-label": name, onclick: press }, inside);
}

function linkButton(one, inside, kind, { world }) {
  const jump = /\/channels\/\d+\/(\d+)\/(\d+)$/.exec(one.url);
  if (jump) return h("button", { type: "button", class: kind, disabled: one.disabled, onclick: () => world.jump(jump[1], jump[2]) }, inside, icon("open", 15));
  return h("a", { class: kind, href: one.url, target: "_blank", rel: "noopener noreferrer" }, inside, icon("open", 15));
}

function select(one, context) {
  const options = one.type === USERS
    ? context.world.seats.map((seat) => ({ label: seat.name, value: seat.id }))
    : one.options;
  const chosen = options.filter((option) => option.default).map((option) => option.label).join(", ");
  const open = (event) => openList(event.currentTarget, {
    options,
    low: one.min_values ?? 1,
    high: one.max_values ?? 1,
    title: one.placeholder || t("Choose"),
    done: (values, anchor) => context.choose(anchor, one.custom_id, values),
  });
  return h("button", {
    type: "button", class: "select", disabled: one.disabled, "data-id": one.custom_id, onclick: open,
    "aria-haspopup": "listbox", "aria-expanded": "false",
  }, h("span", { class: chosen ? "" : "placeholder" }, chosen || one.placeholder || t("Make a selection")), h("span", { class: "arrow", "aria-hidden": "true" }, icon("down", 18)));
}
