/** Everything around the messages: seats, channels, the bell. */

import { $, avatar, h, later, relative } from "./dom.js";
import { ask } from "./form.js";
import { icon } from "./icons.js";
import { pushText } from "./message.js";
import { t } from "./words.js";
import { isThread } from "./world.js";

/** A language as its own speakers call it. */
const named = (locale) => {
  const name = new Intl.DisplayNames([locale], { type: "language" }).of(locale.split("-")[0]);
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
};

export class Sides {
  constructor(world, app) {
    Object.assign(this, { world, app });
    $("menu").replaceChildren(icon("menu"));
    $("menu").addEventListener("click", () => this.drawer());
    $("bell").addEventListener("click", () => this.bell());
    $("width").replaceChildren(icon("phone", 21));
    $("width").addEventListener("click", () => this.width());
    document.addEventListener("pointerdown", (event) => {
      if (!$("notices").contains(event.target) && !$("bell").contains(event.target)) this.bell(false);
      if (!$("side").contains(event.target) && !$("menu").contains(event.target)) this.drawer(false);
    });
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape") { this.bell(false); this.drawer(false); }
      const seat = event.altKey && this.world.seats[Number(event.key) - 1];
      if (seat) { event.preventDefault(); this.app.sit(seat.id); }
    });
  }

  draw() {
    this.rail();
    this.channels();
    this.me();
    this.top();
  }

  rail() {
    const seats = this.world.seats.map((seat, place) => {
      const calls = this.world.openPings(seat.id).length;
      const chosen = seat.id === this.world.seat;
      const news = !calls && this.world.visibleChannels(seat.id).some((one) => this.world.unread(seat.id, one.id));
      const label = calls ? t("{name}, calls: {n}", { name: seat.name, n: calls }) : seat.name;
      return h("button", {
        type: "button", class: ["seat", chosen ? "chosen" : "", calls ? "called" : ""].join(" "), "data-seat": seat.name,
        "aria-label": label, "aria-pressed": String(chosen), title: `${seat.name} (Alt+${place + 1})`, onclick: () => this.app.sit(seat.id),
      }, avatar(seat, this.world.seats), h("span", { class: "seat-name" }, seat.name),
      calls ? h("span", { class: "badge" }, String(calls)) : null, news ? h("span", { class: "news" }) : null);
    });
    $("rail").replaceChildren(...seats, h("button", { type: "button", class: "seat add", "aria-label": t("Add a seat"), title: t("Add a seat"), onclick: () => this.edit(null) }, icon("plus")));
  }

  channels() {
    const { world } = this;
    const rows = world.visibleChannels().map((channel) => {
      const calls = world.openPings(world.seat, channel.id).length;
      const chosen = channel.id === world.channel;
      const kind = isThread(channel) ? "channel thread" : "channel";
      const news = !chosen && world.unread(world.seat, channel.id) ? "news" : "";
      const archived = channel.thread_metadata?.archived ? "archived" : "";
      return h("button", {
        type: "button", class: [kind, chosen ? "chosen" : "", news, archived].join(" "), "aria-current": chosen ? "page" : undefined,
        onclick: () => { this.app.open(channel.id); this.drawer(false); },
      }, h("span", { class: "hash", "aria-hidden": "true" }, channel.type === 1 ? "@" : isThread(channel) ? "↳" : "#"),
      h("span", { class: "channel-name" }, world.channelName(channel.id)), calls ? h("span", { class: "badge" }, String(calls)) : null);
    });
    const head = h("div", { class: "channels-head" }, h("span", {}, t("Channels")),
      h("button", { type: "button", class: "icon", id: "new-channel", "aria-label": t("New channel"), title: t("New channel"), onclick: () => this.newChannel() }, icon("plus", 18)));
    $("channels").replaceChildren(head, ...rows);
  }

  me() {
    const seat = this.world.me();
    $("me").replaceChildren(avatar(seat, this.world.seats, 32),
      h("div", { class: "me-text" }, h("b", {}, seat.name), h("span", { class: "small" }, named(seat.locale))),
      h("button", { type: "button", class: "icon", "aria-label": t("Change name and language"), title: t("Change name and language"), onclick: () => this.edit(seat) }, icon("edit", 18)));
  }

  top() {
    const { world } = this;
    $("title").replaceChildren(h("span", { class: "hash", "aria-hidden": "true" }, "#"), world.channelName(world.channel));
    $("status").textContent = world.online ? "" : t("bot offline");
    const calls = world.seats.reduce((sum, seat) => sum + world.openPings(seat.id).length, 0);
    $("bell").setAttribute("aria-label", calls ? t("Notifications, open: {n}", { n: calls }) : t("Notifications"));
    $("bell").replaceChildren(icon("bell", 21), ...(calls ? [h("span", { class: "badge" }, String(calls))] : []));
    document.title = `${calls ? `(${calls}) ` : ""}#${world.channelName(world.channel)} · Stationmaster`;
  }

  drawer(open = !$("app").classList.contains("drawer")) {
    $("app").classList.toggle("drawer", open);
    $("menu").setAttribute("aria-expanded", String(open));
  }

  /** Show the page as wide as a phone, in a frame of its own, or as wide as it is. */
  width() {
    const frame = $("phone");
    frame?.remove();
    if (!frame) document.body.append(h("iframe", { id: "phone", src: location.href, title: t("Width of a phone") }));
    $("width").setAttribute("aria-pressed", String(!frame));
  }

  bell(open = $("notices").hidden) {
    $("notices").hidden = !open;
    $("bell").setAttribute("aria-expanded", String(open));
    if (open) this.notices();
  }

  notices() {
    const { world } = this;
    const recent = [...world.pings].sort((a, b) => later(b.message, a.message)).slice(0, 40);
    const rows = recent.map((ping) => {
      const seat = world.user(ping.seat), text = pushText(ping, world);
      const open = later(ping.message, world.readUpTo(ping.seat, ping.channel)) > 0;
      const go = () => { this.bell(false); this.app.sit(ping.seat, false); this.app.jump(ping.channel, ping.message); };
      return h("button", { type: "button", class: open ? "notice open" : "notice", onclick: go }, avatar(seat, world.seats, 32),
        h("span", { class: "notice-text" }, h("span", {}, h("b", {}, seat.global_name), ` · #${world.channelName(ping.channel)}`),
          text ? h("span", { class: "push" }, text) : h("span", { class: "push nothing" }, t("Nothing on a lock screen: this message has no content"))), h("span", { class: "small" }, relative(new Date(ping.timestamp) / 1000)));
    });
    $("notices").replaceChildren(h("h2", {}, t("Notifications")), ...(rows.length ? rows : [h("p", { class: "small" }, t("Nobody has been called yet."))]));
  }

  newChannel() {
    const input = h("input", { type: "text", required: true, maxlength: 100, placeholder: "table-2" });
    ask(t("New channel"), [h("label", { class: "field" }, h("span", { class: "field-label" }, t("Name")), input)], t("Create"), async () => {
      const answer = await this.app.connection.ask("channel", { name: input.value, seat: this.world.seat });
      if (!answer.error) this.app.open(answer.channel.id);
      return answer.error && t(answer.error);
    }, t("One running game fits into a channel."));
  }

  edit(seat) {
    const name = h("input", { type: "text", required: true, maxlength: 32 });
    name.value = seat?.name || "";
    const language = h("select", {}, this.world.locales.map((code) => h("option", { value: code, selected: code === seat?.locale }, named(code))));
    const fields = [h("label", { class: "field" }, h("span", { class: "field-label" }, t("Name")), name), h("label", { class: "field" }, h("span", { class: "field-label" }, t("Language")), language)];
    ask(seat ? t("This seat") : t("New seat"), fields, t("Save"), async () => {
      const answer = await this.app.connection.ask("seat", { who: seat?.id, name: name.value, locale: language.value, seat: this.world.seat });
      return answer.error && t(answer.error);
    });
  }
}
