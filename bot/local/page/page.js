/** The page: joins the connection, what is known, and what is shown. */

import { Composer } from "./composer.js";
import { $, h, later, toast } from "./dom.js";
import { openForm } from "./form.js";
import { messageItem } from "./message.js";
import { Panel } from "./panel.js";
import { Sides } from "./sides.js";
import { Connection } from "./socket.js";
import { EPHEMERAL, World } from "./world.js";
import { speak, t } from "./words.js";

class App {
  constructor() {
    const world = this.world = new World();
    world.seat = localStorage.getItem("seat");
    world.channel = localStorage.getItem("channel");
    world.jump = (channel, message) => this.jump(channel, message);
    world.prefill = (name) => this.composer.prefill(name);
    this.loaded = new Set();
    this.pending = new Map();
    this.context = { world, act: (...deed) => this.act(...deed), dismiss: (message) => this.dismiss(message) };
    this.connection = new Connection((frame) => this.on(frame), (up) => this.state(up));
    $("follow").checked = localStorage.getItem("follow") !== "no";
    $("follow").addEventListener("change", (event) => localStorage.setItem("follow", event.target.checked ? "yes" : "no"));
    $("scroll").addEventListener("scroll", () => this.scrolled());
    $("newest").addEventListener("click", () => this.bottom());
    document.addEventListener("visibilitychange", () => this.read());
    window.addEventListener("resize", () => this.composer?.rename());
    this.low = true;
    for (const kind of ["wheel", "touchmove"]) $("scroll").addEventListener(kind, () => { this.held = null; }, { passive: true });
    const stick = new ResizeObserver(() => this.stick());
    stick.observe($("scroll"));
    stick.observe($("messages"));
  }

  state(up) {
    document.body.classList.toggle("lost", !up);
    if (!up) $("status").textContent = t("connecting…");
  }

  /** Keep to the bottom, or to the buttons of the private message that was pressed last, while pictures load. */
  stick() {
    const box = $("scroll"), held = this.held && $(`m${this.held}`);
    if (this.low) box.scrollTop = box.scrollHeight;
    if (held && held.getBoundingClientRect().bottom > box.getBoundingClientRect().bottom) held.scrollIntoView({ block: "end" });
  }

  // what the server tells

  on(frame) {
    const act = {
      hello: () => this.hello(frame), message: () => this.arrived(frame), edit: () => this.changed(frame), delete: () => this.gone(frame),
      modal: () => this.form(frame), choices: () => this.settle(frame), failed: () => this.settle({ ...frame, error: frame.online ? frame.why || t("The bot did not answer in time.") : t("The bot is offline.") }),
      acknowledged: () => this.settle(frame), channel: () => this.channel(frame.channel), channel_gone: () => this.channelGone(frame.channel),
      commands: () => { this.world.commands = frame.commands; this.show(); }, seats: () => { this.world.seats = frame.seats; this.speak(); },
      panel: () => { this.world.panel = frame.panel; this.panel.draw(); },
      bot: () => { this.world.online = frame.online; this.sides.draw(); this.empty(); }, read: () => this.noteRead(frame),
    }[frame.event];
    act?.();
  }

  hello(frame) {
    this.world.hello(frame);
    this.loaded.clear();
    if (!this.composer) {
      this.sides = new Sides(this.world, this);
      this.panel = new Panel(this.world, this.connection);
      this.composer = new Composer(this.world, this.connection, { ask: (deed, data) => this.deed(deed, data) });
    }
    this.open(this.world.channel);
  }

  /** Show everything in the language of the seat. */
  async speak() {
    await speak(this.world.me()?.locale);
    this.show();
  }

  arrived({ message, to, interaction, pings }) {
    const { low } = this;
    this.world.put(message, to);
    for (const seat of pings) this.world.pings.push({ seat, channel: message.channel_id, message: message.id, content: message.content, timestamp: message.timestamp });
    if (interaction) this.settle({ interaction });
    if (to?.includes(this.world.seat)) this.held = message.id;
    if (this.world.channel === message.channel_id && (!to || to.includes(this.world.seat))) {
      this.append(message);
      if (low || message.author.id === this.world.seat || to) this.bottom();
      else $("newest").hidden = false;
    }
    this.read();
    this.follow(pings, message);
    this.sides.draw();
  }

  follow(pings, message) {
    if (!$("follow").checked || !pings.length || document.querySelector("dialog[open]")) return;
    if (!pings.includes(this.world.seat) && !this.composer.command) this.sit(pings[0], false);
    if (message.channel_id !== this.world.channel && pings.includes(this.world.seat)) this.open(message.channel_id);
  }

  changed({ message, to, interaction }) {
    this.world.put(message, to);
    if (interaction) this.settle({ interaction });
    $(`m${message.id}`)?.replaceWith(this.item(message));
  }

  gone({ message, interaction }) {
    this.world.drop(message);
    if (interaction) this.settle({ interaction });
    this.world.pings = this.world.pings.filter((ping) => ping.message !== message.id);
    if ($(`m${message.id}`)) this.show();
    this.sides.draw();
  }

  channel(channel) {
    this.world.channels.set(channel.id, channel);
    this.sides?.draw();
    this.panel?.draw();
  }

  channelGone(id) {
    this.world.channels.delete(id);
    if (id === this.world.channel) this.open(this.world.visibleChannels()[0].id);
    this.sides.draw();
  }

  noteRead({ seat, channel, message }) {
    this.world.reads.set(`${seat}:${channel}`, message);
    this.sides.draw();
  }

  // what the person does

  /** Do something in this channel; for commands and completions wait for the bot's first answer. */
  async deed(deed, data) {
    const answer = await this.connection.ask(deed, { seat: this.world.seat, channel: this.world.channel, ...data });
    if (answer.error || !answer.interaction) {
      if (answer.error && deed !== "autocomplete") toast(t(answer.error));
      return answer;
    }
    const settled = this.wait(answer.interaction);
    if (deed === "autocomplete") return settled;
    settled.then((result) => { if (result.error) toast(t(result.error)); });
    return answer;
  }

  wait(interaction) {
    return new Promise((resolve) => this.pending.set(interaction, resolve));
  }

  settle(frame) {
    this.pending.get(frame.interaction)?.(frame);
    this.pending.delete(frame.interaction);
  }

  async act(deed, message, anchor, data) {
    if (anchor.classList.contains("busy")) return;
    this.held = message.flags & EPHEMERAL ? message.id : null;
    anchor.classList.add("busy");
    const answer = await this.connection.ask(deed, { seat: this.world.seat, message: message.id, ...data });
    const result = answer.error ? answer : await this.wait(answer.interaction);
    anchor.classList.remove("busy");
    if (result.error) this.complain(message, t(result.error));
  }

  complain(message, text) {
    const item = $(`m${message.id}`)?.querySelector(".body");
    item?.querySelector(".complaint")?.remove();
    if (item) item.append(h("div", { class: "complaint", role: "alert" }, text));
    else toast(text);
  }

  form({ modal, interaction }) {
    this.settle({ interaction });
    const seat = this.world.seat;
    openForm(modal, this.world, async (values) => {
      const answer = await this.connection.ask("submit", { seat, modal: interaction, values });
      if (answer.error) return t(answer.error);
      return (await this.wait(answer.interaction)).error;
    });
  }

  dismiss(message) {
    this.world.drop(message);
    this.show();
  }

  sit(seat, toCall = true) {
    if (!this.world.seats.some((one) => one.id === seat)) return;
    this.world.seat = seat;
    localStorage.setItem("seat", seat);
    const visible = this.world.visibleChannels();
    const here = visible.some((channel) => channel.id === this.world.channel);
    const [call] = this.world.openPings(seat);
    const wanted = call && !this.world.openPings(seat, this.world.channel).length ? call.channel : null;
    this.open(toCall && wanted ? wanted : here ? this.world.channel : visible[0].id);
  }

  async open(channel) {
    this.world.channel = channel;
    localStorage.setItem("channel", channel);
    await speak(this.world.me()?.locale);
    await this.load();
    if (this.world.channel === channel) { this.show(); this.bottom(); this.read(); }
  }

  async load(before) {
    const { seat, channel } = this.world;
    const key = `${seat}:${channel}`;
    if (this.loaded.has(key) && !before) return [];
    const history = await this.connection.ask("history", { seat, channel, before });
    if (history.error) return [];
    this.loaded.add(key);
    history.messages.forEach((message) => this.world.put(message, null));
    history.private.forEach((one) => this.world.put(one.message, [one.to]));
    return history.messages;
  }

  async jump(channel, message) {
    if (!this.world.channels.has(channel)) return toast(t("That channel is gone."));
    if (channel !== this.world.channel || !$(`m${message}`)) await this.open(channel);
    for (let tries = 0; message && !$(`m${message}`) && tries < 20; tries++) if (!await this.earlier()) break;
    const target = message && $(`m${message}`);
    if (message && !target) return toast(t("That message is gone."));
    this.low = false;
    target?.scrollIntoView({ block: "center", behavior: "smooth" });
    target?.classList.add("lit");
    setTimeout(() => target?.classList.remove("lit"), 2500);
  }

  // what is shown

  item(message) {
    const all = this.world.shown();
    return messageItem(message, all[all.findIndex((one) => one.id === message.id) - 1], this.context);
  }

  append(message) {
    $("empty")?.remove();
    $("messages").append(this.item(message));
  }

  show() {
    const shown = this.world.shown();
    $("messages").replaceChildren(...shown.map((message, place) => messageItem(message, shown[place - 1], this.context)));
    this.empty();
    this.sides.draw();
    this.panel.draw();
    this.composer.rename();
  }

  empty() {
    $("empty")?.remove();
    if (this.world.shown().length) return;
    const begin = this.world.typable().find((one) => one.name === "game new");
    const name = begin?.shown || "game new";
    $("messages").append(h("li", { id: "empty" }, h("img", { src: "/page/mark.svg", alt: "", width: 84, height: 84 }),
      h("h2", {}, t("Welcome to #{channel}", { channel: this.world.channelName(this.world.channel) })),
      h("p", {}, t("A channel is a table. Open a game here, let the others join with the seats on this page, and play by pressing the buttons below the board.")),
      begin || !this.world.online
        ? h("p", {}, t("Type {command} to begin, or let the button type it for you.", { command: `/${name}` }))
        : h("p", {}, t("Type / to see what the bot can do.")),
      h("button", { type: "button", class: "btn primary large", id: "begin", onclick: () => this.composer.prefill(name) }, `/${name}`),
      this.world.online ? null : h("p", { class: "small" }, t("The bot is not connected yet; it comes in a moment."))));
  }

  atBottom() {
    const box = $("scroll");
    return box.scrollHeight - box.scrollTop - box.clientHeight < 120;
  }

  bottom() {
    const box = $("scroll");
    this.low = true;
    requestAnimationFrame(() => { box.scrollTop = box.scrollHeight; });
    $("newest").hidden = true;
  }

  scrolled() {
    this.low = this.atBottom();
    if (this.low) $("newest").hidden = true;
    if ($("scroll").scrollTop < 80) this.earlier();
  }

  async earlier() {
    const first = this.world.shown().find((message) => !message.to);
    if (!first || this.fetching) return false;
    this.fetching = true;
    const found = await this.load(first.id);
    this.fetching = false;
    if (!found.length) return false;
    const box = $("scroll"), height = box.scrollHeight, top = box.scrollTop;
    this.show();
    box.scrollTop = top + box.scrollHeight - height;
    this.stick();
    return true;
  }

  read() {
    const { seat, channel, last } = this.world;
    const newest = last.get(channel);
    if (document.hidden || !newest || later(newest, this.world.readUpTo(seat, channel)) <= 0) return;
    this.world.reads.set(`${seat}:${channel}`, newest);
    this.connection.ask("read", { seat, channel, message: newest });
    this.sides?.draw();
  }
}

new App();
