/** The list that opens below a select: by mouse, finger or keyboard. */

import { h } from "./dom.js";
import { t } from "./words.js";

let close = null;

export function openList(anchor, { options, low, high, title, done }) {
  if (close) return close();
  const single = high === 1;
  const chosen = new Set(options.filter((option) => option.default && !single).map((option) => option.value));
  const finish = () => {
    const values = options.map((option) => option.value).filter((value) => chosen.has(value));
    if (values.length >= low && values.length <= high) shut(() => done(values, anchor));
  };
  const ready = h("button", { type: "button", class: "btn primary", onclick: finish }, t("Done"));
  const entries = options.map((option) => entry(option, chosen, (value) => {
    if (single) chosen.clear();
    if (chosen.has(value)) chosen.delete(value);
    else if (chosen.size < high) chosen.add(value);
    if (single) return finish();
    entries.forEach((item) => item.setAttribute("aria-selected", String(chosen.has(item.dataset.value))));
    ready.disabled = chosen.size < low;
  }));
  ready.disabled = chosen.size < low;
  const box = h("div", { class: "list", role: "listbox", "aria-label": title, "aria-multiselectable": String(!single) },
    h("div", { class: "list-items" }, entries), single ? null : h("div", { class: "list-foot" }, ready));
  show(box, anchor, entries);
}

function entry(option, chosen, pick) {
  return h("button", {
    type: "button", class: "list-item", role: "option", "data-value": option.value,
    "aria-selected": String(chosen.has(option.value)), onclick: () => pick(option.value),
  }, option.emoji?.name && !option.emoji.id ? h("span", { class: "emoji" }, option.emoji.name) : null,
  h("span", { class: "list-text" }, h("span", { class: "list-label" }, option.label),
    option.description ? h("span", { class: "list-about" }, option.description) : null),
  h("span", { class: "tick", "aria-hidden": "true" }, "✓"));
}

function show(box, anchor, entries) {
  document.body.append(box);
  anchor.setAttribute("aria-expanded", "true");
  const place = anchor.getBoundingClientRect();
  const height = Math.min(box.offsetHeight, window.innerHeight * 0.55);
  const below = window.innerHeight - place.bottom > height + 12;
  box.style.width = `${Math.max(Math.min(place.width, 440), 220)}px`;
  box.style.left = `${Math.max(8, Math.min(place.left, window.innerWidth - box.offsetWidth - 8))}px`;
  box.style.top = `${below ? place.bottom + 4 : Math.max(8, place.top - height - 4)}px`;
  const outside = (event) => !box.contains(event.target) && !anchor.contains(event.target) && shut();
  const keys = (event) => steer(event, entries);
  document.addEventListener("pointerdown", outside);
  document.addEventListener("keydown", keys, true);
  close = () => {
    document.removeEventListener("pointerdown", outside);
    document.removeEventListener("keydown", keys, true);
    anchor.setAttribute("aria-expanded", "false");
    box.remove();
    anchor.focus({ preventScroll: true });
    close = null;
  };
  entries[0]?.focus();
}

function steer(event, entries) {
  const at = entries.indexOf(document.activeElement);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) entries[(at + step + entries.length) % entries.length].focus();
  else if (event.key === "Escape") shut();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function shut(then) {
  if (close) close();
  if (then) then();
}
