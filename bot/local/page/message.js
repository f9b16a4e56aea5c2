/** One message of the channel. */

import { avatar, clock, h } from "./dom.js";
import { draw, picture } from "./components.js";
import { icon } from "./icons.js";
import { markdown } from "./markdown.js";
import { t } from "./words.js";
import { EPHEMERAL } from "./world.js";

const LOADING = 128, SILENT = 4096, V2 = 1 << 15;
const TOGETHER = 7 * 60 * 1000;

/** One message; who is named in it without being in its mentions is shown by id, as clients show strangers. */
export function messageItem(message, before, given) {
  const mentioned = { value: new Set(message.mentions.map((user) => user.id)) };
  const context = { ...given, world: Object.create(given.world, { mentioned }) };
  const joined = before && together(before, message);
  const mine = message.mentions.some((user) => user.id === context.world.seat) || message.mention_everyone;
  const classes = ["message", joined ? "joined" : "", message.flags & EPHEMERAL ? "private" : "", mine ? "calls" : ""];
  const bound = { ...context, press: (anchor, id) => context.act("press", message, anchor, { what: id }), choose: (anchor, id, values) => context.act("choose", message, anchor, { what: id, values }) };
  return h("li", { class: classes.filter(Boolean).join(" "), id: `m${message.id}`, "data-author": message.author.global_name },
    cause(message, context),
    joined ? h("div", { class: "gutter" }, clock(message.timestamp)) : avatar(message.author, context.world.seats),
    h("div", { class: "body" }, joined ? null : heading(message), ...inside(message, bound), foot(message, context)));
}

function together(before, message) {
  return before.author.id === message.author.id && !message.interaction_metadata && !message.message_reference
    && Boolean(before.flags & EPHEMERAL) === Boolean(message.flags & EPHEMERAL)
    && new Date(message.timestamp) - new Date(before.timestamp) < TOGETHER;
}

function cause(message, { world }) {
  const asked = message.interaction_metadata;
  const answered = message.message_reference && world.find(message.message_reference.message_id);
  if (asked && asked.name) {
    return h("div", { class: "cause" }, who(asked.user, world), ` ${t("used")} `, h("span", { class: "mention" }, `/${asked.name}`));
  }
  if (!answered && !message.message_reference) return null;
  const go = () => world.jump(message.message_reference.channel_id, message.message_reference.message_id);
  const text = answered ? excerpt(answered) : t("an earlier message");
  return h("div", { class: "cause" }, answered ? who(answered.author, world) : null, " ",
    h("button", { type: "button", class: "quote", onclick: go, title: t("Go to that message") }, text));
}

function who(user, world) {
  return [avatar(user, world.seats, 16), h("b", {}, user.global_name)];
}

/** What a lock screen shows of a message: its content, which a message made of components alone has not. */
export function pushText({ content }, world) {
  return content.replace(/<@!?(\d+)>/g, (_, id) => `@${world.user(id)?.global_name || id}`).replace(/[*_`#>]/g, "").trim().slice(0, 120);
}

function excerpt(message) {
  const texts = [message.content, ...(message.embeds || []).map((embed) => embed.title || embed.description || ""), ...textsOf(message.components)];
  const text = texts.filter(Boolean).join(" ").replace(/<@!?\d+>/g, "").replace(/<(\/[^:>]+):\d+>/g, "$1").replace(/[*_`#>]|<[@#t]:?[^>]*>/g, "").trim();
  return text.slice(0, 120) || (message.attachments?.length ? t("a picture") : t("a message"));
}

function textsOf(components) {
  return components.flatMap((one) => [one.content || "", ...textsOf(one.components || [])]);
}

function heading(message) {
  return h("div", { class: "heading" }, h("span", { class: "author" }, message.author.global_name),
    message.author.bot ? h("span", { class: "tag" }, "APP") : null, clock(message.timestamp),
    message.flags & SILENT ? h("span", { class: "quiet", title: t("Sent without notifying"), role: "img", "aria-label": t("Sent without notifying") }, icon("quiet", 13)) : null);
}

function inside(message, context) {
  if (message.flags & LOADING) {
    return [h("div", { class: "thinking" }, h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")), t("{name} is thinking…", { name: message.author.global_name }))];
  }
  const parts = message.content ? [h("div", { class: "text" }, markdown(message.content, context.world))] : [];
  if (!(message.flags & V2)) {
    parts.push(...message.embeds.map((embed) => embedBox(embed, context)), files(message));
  }
  if (message.components.length) parts.push(h("div", { class: "components" }, draw(message.components, context)));
  if (message.edited_timestamp) parts.push(h("span", { class: "edited", title: message.edited_timestamp }, t("(edited)")));
  return parts.filter(Boolean);
}

function files(message) {
  const used = new Set(message.embeds.flatMap((embed) => [embed.image?.attachment_id, embed.thumbnail?.attachment_id]));
  const loose = message.attachments.filter((one) => !used.has(one.id));
  const images = loose.filter((one) => (one.content_type || "").startsWith("image/"));
  const siblings = images.map((one) => ({ media: one, description: one.description }));
  const others = loose.filter((one) => !images.includes(one));
  return loose.length ? h("div", { class: "files" },
    images.length ? h("div", { class: `gallery g${Math.min(images.length, 4)}` }, siblings.map((one) => picture(one.media, one.description, "shot", siblings))) : null,
    others.map((one) => h("a", { class: "file", href: one.url, download: true }, icon("file", 18), ` ${one.filename} `, h("span", { class: "small" }, `${Math.ceil(one.size / 1024)} KiB`)))) : null;
}

function embedBox(embed, { world }) {
  const colour = embed.color == null ? undefined : `#${embed.color.toString(16).padStart(6, "0")}`;
  const shots = embed.image ? [{ media: embed.image, description: embed.title }] : [];
  return h("div", { class: "container accent embed", colour },
    embed.author ? h("div", { class: "small" }, embed.author.name) : null,
    embed.title ? h("div", { class: "embed-title" }, markdown(embed.title, world)) : null,
    embed.description ? h("div", { class: "text" }, markdown(embed.description, world)) : null,
    embed.fields?.length ? h("div", { class: "embed-fields" }, embed.fields.map((field) => h("div", { class: field.inline ? "inline" : "" }, h("b", {}, field.name), h("div", { class: "text" }, markdown(field.value, world))))) : null,
    shots.map((shot) => picture(shot.media, shot.description, "shot", shots)),
    embed.footer ? h("div", { class: "small" }, embed.footer.text) : null);
}

function foot(message, { dismiss }) {
  if (!(message.flags & EPHEMERAL)) return null;
  return h("div", { class: "only" }, icon("eye", 15), ` ${t("Only you can see this")} · `, h("button", { type: "button", class: "plain-link", onclick: () => dismiss(message) }, t("Dismiss")));
}
