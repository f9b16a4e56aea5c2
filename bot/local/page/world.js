/** What the page knows: seats, channels, messages, calls, and who looks at what. */

import { later } from "./dom.js";
import { t } from "./words.js";

export const EPHEMERAL = 64;

/** Whether this is a thread of any kind. */
export const isThread = (channel) => [10, 11, 12].includes(channel.type);

export class World {
  constructor() {
    this.seats = [];
    this.channels = new Map();
    this.messages = new Map();
    this.commands = [];
    this.locales = [];
    this.pings = [];
    this.reads = new Map();
    this.last = new Map();
    this.panel = { milliseconds: 0, here: {} };
    this.bot = { global_name: "Bot", bot: true };
    this.online = false;
    this.seat = null;
    this.channel = null;
  }

  hello(frame) {
    Object.assign(this, { seats: frame.seats, commands: frame.commands, locales: frame.locales, bot: frame.bot, online: frame.online, panel: frame.panel });
    this.channels = new Map(frame.channels.map((channel) => [channel.id, channel]));
    this.pings = frame.pings;
    this.reads = new Map(frame.reads.map((read) => [`${read.seat}:${read.channel}`, read.message]));
    this.last = new Map(Object.entries(frame.last));
    this.messages = new Map();
    if (!this.seats.some((seat) => seat.id === this.seat)) this.seat = this.seats[0].id;
    if (!this.visibleChannels().some((channel) => channel.id === this.channel)) this.channel = this.visibleChannels()[0].id;
  }

  user(id) {
    if (id === this.bot.id) return this.bot;
    const seat = this.seats.find((one) => one.id === id);
    return seat && { id: seat.id, global_name: seat.name };
  }

  me() {
    return this.seats.find((seat) => seat.id === this.seat);
  }

  channelName(id) {
    const channel = this.channels.get(id);
    if (!channel) return t("unknown");
    return channel.name || `${this.bot.global_name} (${t("direct")})`;
  }

  visibleChannels(seat = this.seat) {
    const all = [...this.channels.values()].filter((channel) => channel.viewers.includes(seat));
    const tops = all.filter((channel) => !isThread(channel)).sort((a, b) => (a.type - b.type) || later(a.id, b.id));
    return tops.flatMap((top) => [top, ...all.filter((one) => one.parent_id === top.id && isThread(one))]);
  }

  put(message, to) {
    const known = this.messages.get(message.channel_id) || new Map();
    this.messages.set(message.channel_id, known);
    known.set(message.id, { ...message, to });
    if (!(message.flags & EPHEMERAL) && later(this.last.get(message.channel_id) || "0", message.id) < 0) {
      this.last.set(message.channel_id, message.id);
    }
  }

  drop(message) {
    this.messages.get(message.channel_id)?.delete(message.id);
  }

  find(id) {
    for (const known of this.messages.values()) if (known.has(id)) return known.get(id);
    return null;
  }

  shown() {
    const known = [...(this.messages.get(this.channel)?.values() || [])];
    return known.filter((message) => !message.to || message.to.includes(this.seat)).sort((a, b) => later(a.id, b.id));
  }

  readUpTo(seat, channel) {
    return this.reads.get(`${seat}:${channel}`) || "0";
  }

  openPings(seat, channel) {
    return this.pings.filter((ping) => ping.seat === seat && (!channel || ping.channel === channel)
      && later(ping.message, this.readUpTo(seat, ping.channel)) > 0);
  }

  unread(seat, channel) {
    return later(this.last.get(channel) || "0", this.readUpTo(seat, channel)) > 0;
  }

  /** Every command that can be typed now, sub-commands spelled out, in the language of the seat. */
  typable() {
    const { locale, permissions } = this.me();
    const held = BigInt(permissions || 0);
    const may = (needed) => needed == null || held & 8n || (BigInt(needed) !== 0n && (held & BigInt(needed)) === BigInt(needed));
    const found = [];
    const add = (step, path, shown) => {
      const inner = (step.options || []).filter((option) => option.type <= 2);
      const names = [...path, step.name];
      const spoken = [...shown, said(step, "name", locale)];
      if (inner.length) inner.forEach((option) => add(option, names, spoken));
      else found.push({ name: names.join(" "), shown: spoken.join(" "), about: said(step, "description", locale), options: step.options || [] });
    };
    for (const command of this.commands) if (command.type === 1 && may(command.default_member_permissions)) add(command, [], []);
    return found;
  }
}

export function said(thing, key, locale) {
  return thing[`${key}_localizations`]?.[locale] || thing[key] || "";
}
