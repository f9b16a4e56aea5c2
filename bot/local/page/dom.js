/** Small helpers for building the page: elements, names, moments, short notes. */

import { drawn } from "./squares.js";
import { language } from "./words.js";

export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "class") element.className = value;
    else if (key === "colour") element.style.setProperty("--colour", value);
    else if (value === true) element.setAttribute(key, "");
    else element.setAttribute(key, value);
  }
  const shown = children.flat(5).filter((child) => child !== null && child !== undefined && child !== false);
  element.append(...(tag === "option" ? shown : shown.flatMap((child) => (typeof child === "string" ? drawn(child) : child))));
  return element;
}

export const $ = (id) => document.getElementById(id);

const COLOURS = ["#4f8fd0", "#d9822b", "#3a9d78", "#c65b8a", "#8c74d4", "#b8a13a", "#50b3c4", "#cf5d4e"];

function colourOf(seats, id) {
  const place = seats.findIndex((seat) => seat.id === id);
  return COLOURS[(place < 0 ? 0 : place) % COLOURS.length];
}

export function avatar(user, seats, size = 40) {
  if (user.bot) return h("img", { class: "avatar", src: "/page/mark.svg", alt: "", width: size, height: size });
  const letters = (user.global_name || user.name).slice(0, 1).toUpperCase();
  return h("span", { class: "avatar", colour: colourOf(seats, user.id), "aria-hidden": "true" }, letters);
}

export const later = (a, b) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);

export function toast(text) {
  const note = h("div", { class: "toast" }, text);
  $("toasts").append(note);
  setTimeout(() => note.remove(), 6000);
}

const STEPS = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

export function relative(seconds) {
  const distance = seconds - Date.now() / 1000;
  for (const [unit, size] of STEPS) {
    if (Math.abs(distance) >= size || unit === "second") return new Intl.RelativeTimeFormat(language(), { numeric: "auto" }).format(Math.round(distance / size), unit);
  }
  return "";
}

const STYLES = {
  t: { timeStyle: "short" }, T: { timeStyle: "medium" }, d: { dateStyle: "short" }, D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" }, F: { dateStyle: "full", timeStyle: "short" },
};

export function timestamp(seconds, style = "f") {
  const moment = new Date(seconds * 1000);
  const full = moment.toLocaleString(language(), STYLES.F);
  const text = style === "R" ? relative(seconds) : moment.toLocaleString(language(), STYLES[style] || STYLES.f);
  const props = { class: "stamp", datetime: moment.toISOString(), title: full };
  return h("time", style === "R" ? { ...props, "data-relative": seconds } : props, text);
}

export function clock(iso) {
  const moment = new Date(iso);
  const today = moment.toDateString() === new Date().toDateString();
  const style = today ? { timeStyle: "short" } : { dateStyle: "short", timeStyle: "short" };
  return h("time", { datetime: iso, title: moment.toLocaleString(language(), STYLES.F) }, moment.toLocaleString(language(), style));
}

setInterval(() => {
  for (const time of document.querySelectorAll("time[data-relative]")) time.textContent = relative(Number(time.dataset.relative));
}, 15000);
