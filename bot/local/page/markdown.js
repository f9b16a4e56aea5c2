/** The part of Discord's markup that the bot uses, turned into elements; nothing is ever taken as HTML. */

import { h, timestamp } from "./dom.js";
import { t } from "./words.js";

const JUMP = /^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?$/;

const INLINE = [
  [/^`([^`\n]+)`/, (match) => h("code", {}, match[1])],
  [/^\\([^0-9A-Za-z\s])/, (match) => match[1]],
  [/^\*\*\*(?=\S)(.+?)\*\*\*/s, (match, world) => h("strong", {}, h("em", {}, inline(match[1], world)))],
  [/^\*\*(?=\S)(.+?)\*\*(?!\*)/s, (match, world) => h("strong", {}, inline(match[1], world))],
  [/^__(?=\S)(.+?)__/s, (match, world) => h("u", {}, inline(match[1], world))],
  [/^\*(?=\S)([^*]+?)\*/s, (match, world) => h("em", {}, inline(match[1], world))],
  [/^_(?=\S)([^_]+?)_(?!\w)/s, (match, world) => h("em", {}, inline(match[1], world))],
  [/^~~(?=\S)(.+?)~~/s, (match, world) => h("s", {}, inline(match[1], world))],
  [/^\|\|(.+?)\|\|/s, (match, world) => spoiler(inline(match[1], world))],
  [/^\[([^\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/, (match, world) => link(match[2], inline(match[1], world), world)],
  [/^<(https?:\/\/[^\s>]+)>/, (match, world) => link(match[1], null, world)],
  [/^https?:\/\/[^\s<]*[^\s<.,:;"')\]*_]/, (match, world) => link(match[0], null, world)],
  [/^<@!?(\d+)>/, (match, world) => mention(match[1], world)],
  [/^<#(\d+)>/, (match, world) => channel(match[1], null, world)],
  [/^<\/([^:>]+):\d+>/, (match, world) => command(match[1], world)],
  [/^<t:(-?\d+)(?::([tTdDfFR]))?>/, (match) => timestamp(Number(match[1]), match[2])],
  [/^<a?:(\w+):\d+>/, (match) => `:${match[1]}:`],
];

/** Letters, digits and blanks in which no address begins. */
const PLAIN = /^(?:(?!https?:)[\p{L}\p{N} ])+/u;

function inline(text, world) {
  const nodes = [];
  let plain = "";
  while (text) {
    const found = INLINE.map(([pattern, make]) => [pattern.exec(text), make]).find(([match]) => match);
    const wordInside = found && text.startsWith("_") && /\w$/.test(plain);
    if (found && !wordInside) {
      if (plain) nodes.push(plain);
      plain = "";
      nodes.push(found[1](found[0], world));
      text = text.slice(found[0][0].length);
    } else {
      const [step] = PLAIN.exec(text) || [...text];
      plain += step;
      text = text.slice(step.length);
    }
  }
  if (plain) nodes.push(plain);
  return nodes;
}

function spoiler(nodes) {
  const show = (event) => event.currentTarget.classList.add("shown");
  return h("span", { class: "spoiler", tabindex: "0", role: "button", title: t("Show"), onclick: show, onkeydown: show }, nodes);
}

function link(url, label, world) {
  const jump = JUMP.exec(url);
  if (jump) return channel(jump[1], jump[2], world, label);
  return h("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, label || url);
}

function mention(id, world) {
  if (world.mentioned && !world.mentioned.has(id)) return `<@${id}>`;
  const user = world.user(id);
  return h("span", { class: id === world.seat ? "mention me" : "mention" }, `@${user ? user.global_name : t("unknown")}`);
}

function channel(id, message, world, label) {
  const name = world.channelName(id);
  const go = () => world.jump(id, message);
  return h("button", { type: "button", class: "mention jump", onclick: go }, label || `#${name}${message ? ` › ${t("message")}` : ""}`);
}

function command(name, world) {
  return h("button", { type: "button", class: "mention jump", onclick: () => world.prefill(name) },
    `/${world.typable().find((one) => one.name === name)?.shown || name}`);
}

const BLOCKS = [
  [/^```(?:\w*\n)?([\s\S]+?)\n?```\n?/, (match) => h("pre", {}, h("code", {}, match[1]))],
  [/^(#{1,3}) +(.+)(?:\n|$)/, (match, world) => h("div", { class: `head head-${match[1].length}`, role: "heading", "aria-level": match[1].length + 2 }, inline(match[2], world))],
  [/^-# +(.+)(?:\n|$)/, (match, world) => h("div", { class: "small" }, inline(match[1], world))],
  [/^((?:> ?.*(?:\n|$))+)/, (match, world) => h("blockquote", {}, markdown(match[1].replace(/^> ?/gm, "").trimEnd(), world))],
  [/^((?: *[-*] +.+(?:\n|$))+)/, (match, world) => h("ul", {}, match[1].trimEnd().split("\n").map((line) => item(line, world)))],
  [/^((?: *\d+\. +.+(?:\n|$))+)/, (match, world) => numbered(match[1].trimEnd().split("\n"), world)],
];

/** A list with numbers; those of several digits have room within its frame. */
function numbered(lines, world) {
  const start = Number(/\d+/.exec(lines[0])[0]);
  const digits = String(start + lines.length - 1).length;
  return h("ol", { start, class: `digits-${digits}` }, lines.map((line) => item(line, world)));
}

function item(line, world) {
  const deep = /^ {2,}/.test(line);
  return h("li", deep ? { class: "deep" } : {}, inline(line.replace(/^ *(?:[-*]|\d+\.) +/, ""), world));
}

export function markdown(text, world) {
  const nodes = [];
  let lines = [];
  const flush = () => {
    if (lines.length) nodes.push(h("div", { class: "para" }, inline(lines.join("\n"), world)));
    lines = [];
  };
  while (text) {
    const found = BLOCKS.map(([pattern, make]) => [pattern.exec(text), make]).find(([match]) => match);
    if (found) {
      flush();
      nodes.push(found[1](found[0], world));
      text = text.slice(found[0][0].length);
    } else {
      const end = text.indexOf("\n") + 1 || text.length;
      lines.push(text.slice(0, end).replace(/\n$/, ""));
      text = text.slice(end);
    }
  }
  flush();
  return nodes;
}
