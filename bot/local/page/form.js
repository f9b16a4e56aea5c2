/** The form a modal opens, and the page's own small questions. */

import { h } from "./dom.js";
import { markdown } from "./markdown.js";
import { t } from "./words.js";

const ROW = 1, SELECT = 3, INPUT = 4, USERS = 5, TEXT = 10, LABEL = 18, RADIO = 21, BOXES = 22, BOX = 23;

/** Show a modal of the bot; `send` gets the values and answers with an error or nothing. */
export function openForm(modal, world, send) {
  const fields = [];
  const parts = modal.components.map((part) => {
    if (part.type === ROW) return part.components.map((one) => wrap(one.label, "", one, fields, world));
    if (part.type === LABEL) return wrap(part.label, part.description, part.component, fields, world);
    return part.type === TEXT ? h("div", { class: "text" }, markdown(part.content, world)) : null;
  });
  const values = () => Object.fromEntries(fields.map(([id, read]) => [id, read()]));
  return ask(modal.title, parts, t("Submit"), () => send(values()), t("{name} asks", { name: world.bot.global_name }));
}

/** A dialog with fields; stays open while `send` answers with an error. */
export function ask(title, parts, verb, send, small = "") {
  const error = h("p", { class: "form-error", role: "alert" });
  const submit = h("button", { class: "btn primary", type: "submit" }, verb);
  const form = h("form", { method: "dialog" },
    h("header", {}, h("h2", {}, title), small && h("p", { class: "small" }, small)),
    h("div", { class: "form-body" }, parts, error),
    h("footer", {}, h("button", { type: "button", class: "btn plain", onclick: () => box.close() }, t("Cancel")), submit));
  const box = h("dialog", { class: "form", "aria-label": title }, form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    submit.disabled = true;
    const problem = await send();
    submit.disabled = false;
    error.textContent = problem || "";
    if (!problem) box.close();
  });
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
  box.querySelector("input, textarea, select")?.focus();
  return box;
}

function wrap(label, about, field, fields, world) {
  const [control, read] = DRAW[field.type] ? DRAW[field.type](field, world) : [h("em", {}, t("This field cannot be shown here.")), () => ""];
  control.setAttribute?.("aria-label", label || field.custom_id);
  fields.push([field.custom_id, read]);
  const star = field.required === false || field.type === BOX ? null : h("span", { class: "star", title: t("required") }, " *");
  const inside = [h("span", { class: "field-label" }, label, star), about ? h("span", { class: "small" }, about) : null, control];
  const grouped = [RADIO, BOXES].includes(field.type);
  return h(grouped ? "fieldset" : "label", { class: "field" }, inside);
}

const DRAW = { [INPUT]: line, [SELECT]: drop, [USERS]: drop, [RADIO]: radios, [BOXES]: boxes, [BOX]: box };

function line(field) {
  const props = {
    name: field.custom_id, placeholder: field.placeholder, required: field.required !== false,
    minlength: field.min_length, maxlength: field.max_length || 4000,
  };
  const control = field.style === 2 ? h("textarea", { ...props, rows: 5 }) : h("input", { ...props, type: "text" });
  control.value = field.value || "";
  return [control, () => control.value];
}

function drop(field, world) {
  const options = field.type === USERS ? world.seats.map((seat) => ({ label: seat.name, value: seat.id })) : field.options;
  const many = (field.max_values ?? 1) > 1;
  const control = h("select", { name: field.custom_id, multiple: many, required: field.required !== false, size: many ? Math.min(options.length, 6) : undefined },
    many ? null : h("option", { value: "" }, field.placeholder || t("Choose")),
    options.map((option) => h("option", { value: option.value, selected: option.default }, option.description ? `${option.label} (${option.description})` : option.label)));
  return [control, () => [...control.selectedOptions].map((option) => option.value).filter(Boolean)];
}

function choices(field, type) {
  return field.options.map((option) => h("label", { class: "choice" },
    h("input", { type, name: field.custom_id, value: option.value, checked: option.default, required: type === "radio" && field.required !== false }),
    h("span", {}, option.label, option.description ? h("span", { class: "small" }, ` ${option.description}`) : null)));
}

function radios(field) {
  const group = h("div", { class: "choices", role: "radiogroup" }, choices(field, "radio"));
  return [group, () => group.querySelector("input:checked")?.value ?? null];
}

function boxes(field) {
  const group = h("div", { class: "choices" }, choices(field, "checkbox"));
  return [group, () => [...group.querySelectorAll("input:checked")].map((input) => input.value)];
}

function box(field) {
  const control = h("input", { type: "checkbox", name: field.custom_id, checked: field.default });
  return [control, () => control.checked];
}
