/** The box to type in: ordinary text, and slash commands with picker, chips and completion. */

import { $, h, toast } from "./dom.js";
import { icon } from "./icons.js";
import { said } from "./world.js";
import { t } from "./words.js";

const STRING = 3, INTEGER = 4, BOOLEAN = 5, USER = 6, CHANNEL = 7, NUMBER = 10, FILE = 11;
const PAUSE = 120;

export class Composer {
  constructor(world, connection, report) {
    Object.assign(this, { world, connection, report, command: null, chips: new Map(), hints: [], at: 0, token: 0 });
    this.box = $("composer");
    this.hintBox = h("div", { id: "hints", role: "listbox", "aria-label": t("Suggestions"), "data-t-label": "Suggestions", hidden: true });
    this.line = h("div", { class: "line" });
    this.send = h("button", { type: "submit", class: "icon send", "aria-label": t("Send"), "data-t-label": "Send" }, icon("send"));
    this.box.append(this.hintBox, this.line, this.send);
    this.box.addEventListener("submit", (event) => { event.preventDefault(); this.submit(); });
    this.box.addEventListener("keydown", (event) => this.openFirst(event));
    document.addEventListener("pointerdown", (event) => { if (!this.box.contains(event.target)) this.hide(); });
    this.plain();
  }

  // ordinary text

  plain(text = "") {
    this.command = null;
    this.chips.clear();
    this.box.classList.remove("commanding");
    this.input = h("textarea", {
      id: "input", rows: 1, maxlength: 2000, role: "combobox", "aria-expanded": "false", "aria-controls": "hints", "aria-autocomplete": "list",
      oninput: () => this.typed(), onkeydown: (event) => this.key(event), onfocus: () => this.typed(),
    });
    this.input.value = text;
    this.line.replaceChildren(this.input);
    this.rename();
    this.hide();
  }

  rename() {
    const place = `#${this.world.channelName(this.world.channel)}`;
    const label = t("Message {place} as {name}", { place, name: this.world.me()?.name ?? "" });
    if (this.command) return;
    this.input.setAttribute("aria-label", t("{label}; type / for commands", { label }));
    this.input.placeholder = window.innerWidth < 700 ? t("Message {place} or /", { place }) : t("{label}, or type / for commands", { label });
  }

  typed() {
    this.input.style.height = "auto";
    this.input.style.height = `${Math.min(this.input.scrollHeight, 160)}px`;
    const text = this.input.value;
    if (!text.startsWith("/")) return this.hide();
    const wanted = text.slice(1).toLowerCase();
    const all = this.world.typable();
    const exact = longest(all, wanted);
    if (exact) return this.begin(exact.command, text.slice(1 + exact.length).trim());
    const words = wanted.trim().split(/\s+/);
    const fits = all.filter((one) => words.every((word) => one.shown.includes(word) || one.name.includes(word)));
    fits.sort((a, b) => nearness(b, wanted.trim()) - nearness(a, wanted.trim()));
    this.offer(fits.slice(0, 100).map((one) => ({ label: `/${one.shown}`, about: one.about, take: () => this.begin(one) })),
      all.length ? t("No such command.") : t("The bot has no commands yet."));
  }

  // a command and its options

  /** Begin a command; what was pasted after its name goes into its options. */
  begin(command, pasted = "") {
    this.command = command;
    this.chips.clear();
    this.box.classList.add("commanding");
    this.line.replaceChildren(h("span", { class: "chip name", id: "command-name" }, `/${command.shown}`));
    for (const option of command.options) if (option.required) this.addChip(option);
    this.more = h("span", { class: "more" });
    this.line.append(this.more);
    this.drawMore();
    if (pasted) this.fill(pasted);
    const chips = [...this.chips.values()];
    const first = chips.find(({ control }) => !control.value) ?? chips[0];
    if (first) first.control.focus();
    else this.send.focus();
    if (!first) this.offer([], t("{about} (Enter sends)", { about: command.about }));
  }

  /** Put "option:value" into options by their names, and what has no name into the first option. */
  fill(pasted) {
    const locale = this.world.me().locale;
    const typable = this.command.options.filter((one) => one.type !== FILE);
    const named = (word) => typable.find((one) => [one.name, said(one, "name", locale)].includes(word));
    let [option] = typable, values = [];
    const put = () => {
      if (!option || !values.length) return;
      const control = this.chips.get(option.name)?.control ?? this.addChip(option);
      control.value = values.join(" ");
      this.fit(control);
    };
    for (const word of pasted.split(/\s+/)) {
      const [name, ...value] = word.split(":");
      if (!value.length || !named(name)) values.push(word);
      else {
        put();
        option = named(name);
        values = value.join(":") ? [value.join(":")] : [];
      }
    }
    put();
    this.drawMore();
  }

  drawMore() {
    const left = this.command.options.filter((option) => !this.chips.has(option.name));
    this.more.replaceChildren(...left.map((option) => h("button", {
      type: "button", class: "chip add", title: said(option, "description", this.world.me().locale),
      onclick: () => { this.addChip(option).focus(); this.drawMore(); },
      onkeydown: (event) => this.key(event),
    }, `+ ${said(option, "name", this.world.me().locale)}`)));
  }

  addChip(option) {
    const name = said(option, "name", this.world.me().locale);
    const control = option.type === FILE
      ? h("input", { type: "file", "aria-label": name })
      : h("input", {
        type: "text", "aria-label": name, role: "combobox", "aria-expanded": "false", "aria-controls": "hints", size: 6, spellcheck: "false",
        inputmode: [INTEGER, NUMBER].includes(option.type) ? "numeric" : "text",
        oninput: () => { chip.value = undefined; this.fit(control); this.suggest(chip); },
        onfocus: () => this.suggest(chip),
      });
    control.addEventListener("keydown", (event) => this.key(event, chip));
    const chip = { option, control, value: undefined };
    chip.box = h("label", { class: option.required ? "chip option required" : "chip option", title: said(option, "description", this.world.me().locale) }, h("span", {}, name), control);
    this.chips.set(option.name, chip);
    if (this.more) this.line.insertBefore(chip.box, this.more.isConnected ? this.more : null);
    else this.line.append(chip.box);
    return control;
  }

  /** What is typed beside the options goes into the first that is free. */
  openFirst(event) {
    const typing = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!typing || !this.command || event.target.tagName === "INPUT" || event.target.tagName === "TEXTAREA") return;
    const option = this.command.options.find((one) => !this.chips.has(one.name) && one.type !== FILE);
    if (!option) return;
    event.preventDefault();
    const control = this.addChip(option);
    this.drawMore();
    control.focus();
    control.value = event.key;
    control.dispatchEvent(new Event("input"));
  }

  fit(control) {
    control.size = Math.max(6, Math.min(28, control.value.length + 1));
  }

  async suggest(chip) {
    const { option, control } = chip;
    this.active = chip;
    const locale = this.world.me().locale;
    const about = said(option, "description", locale);
    const typed = control.value.toLowerCase();
    const fixed = this.fixedChoices(option);
    if (fixed) return this.offer(this.asHints(chip, fixed.filter((one) => one.name.toLowerCase().includes(typed)).slice(0, 25)), about);
    if (!option.autocomplete) return this.offer([], about);
    const token = ++this.token;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (token !== this.token || !control.isConnected) return;
    const options = { ...this.given(), [option.name]: control.value };
    const answer = await this.report.ask("autocomplete", { name: this.command.name, options, focus: option.name });
    if (token !== this.token || this.active !== chip || !control.isConnected) return;
    if (answer.error) return this.offer([], answer.error);
    this.offer(this.asHints(chip, answer.choices), answer.choices.length ? about : t("Nothing fits."));
  }

  fixedChoices(option) {
    if (option.choices?.length) return option.choices.map((one) => ({ name: said(one, "name", this.world.me().locale), value: one.value }));
    if (option.type === BOOLEAN) return [{ name: t("True"), value: true }, { name: t("False"), value: false }];
    if (option.type === USER) return this.world.seats.map((seat) => ({ name: seat.name, value: seat.id }));
    if (option.type === CHANNEL) return this.world.visibleChannels().map((one) => ({ name: `#${this.world.channelName(one.id)}`, value: one.id }));
    return null;
  }

  asHints(chip, choices) {
    return choices.map((choice) => ({ label: choice.name, take: () => this.take(chip, choice) }));
  }

  take(chip, choice) {
    chip.control.value = choice.name;
    chip.value = choice.value;
    this.fit(chip.control);
    this.hide();
    const empty = [...this.chips.values()].find((one) => !one.control.value);
    if (empty) return empty.control.focus();
    this.send.focus();
    this.offer([], t("Enter sends the command; typing goes on with the next option."));
  }

  given() {
    const values = {};
    for (const [name, { control, value, option }] of this.chips) {
      if (option.type === FILE || control.value === "") continue;
      const known = value ?? this.fixedChoices(option)?.find((one) => one.name.toLowerCase() === control.value.trim().toLowerCase())?.value;
      values[name] = known ?? (option.type === STRING ? control.value : control.value.trim());
    }
    return values;
  }

  async files() {
    const values = {};
    for (const [name, { control, option }] of this.chips) {
      if (option.type !== FILE || !control.files.length) continue;
      const [file] = control.files;
      const answer = await fetch(`/page/files?name=${encodeURIComponent(file.name)}`, { method: "POST", body: file });
      values[name] = (await answer.json()).id;
    }
    return values;
  }

  async submit() {
    const text = this.command ? "" : this.input.value.trim();
    if (this.command) return this.submitCommand();
    if (!text) return null;
    if (text.startsWith("/")) return toast(t("Choose a command from the list."));
    this.plain();
    this.input.focus();
    return this.report.ask("say", { text });
  }

  async submitCommand() {
    const missing = [...this.chips.values()].find(({ option, control }) => option.required && !control.value);
    if (missing) {
      missing.box.classList.add("wrong");
      return missing.control.focus();
    }
    const { name } = this.command;
    const options = { ...this.given(), ...await this.files() };
    const answer = await this.report.ask("command", { name, options });
    if (answer.error) return toast(answer.error);
    this.plain();
    return this.input.focus();
  }

  // the list above the box

  offer(hints, note) {
    this.hints = hints;
    this.at = 0;
    const rows = hints.map((hint, place) => h("button", {
      type: "button", class: "hint", role: "option", id: `hint${place}`, tabindex: "-1", onpointerdown: (event) => event.preventDefault(), onclick: hint.take,
    }, h("span", { class: "hint-label" }, hint.label), hint.about ? h("span", { class: "hint-about" }, hint.about) : null));
    this.hintBox.replaceChildren(...rows, ...(note && (!rows.length || this.command) ? [h("div", { class: "hint-note" }, note)] : []));
    this.hintBox.hidden = !this.hintBox.children.length;
    this.mark();
  }

  mark() {
    const owner = this.command ? this.active?.control : this.input;
    [...this.hintBox.querySelectorAll(".hint")].forEach((row, place) => {
      row.setAttribute("aria-selected", String(place === this.at));
      if (place === this.at) row.scrollIntoView({ block: "nearest" });
    });
    owner?.setAttribute("aria-expanded", String(!this.hintBox.hidden));
    if (this.hints.length) owner?.setAttribute("aria-activedescendant", `hint${this.at}`);
    else owner?.removeAttribute("aria-activedescendant");
  }

  hide() {
    this.hints = [];
    this.hintBox.hidden = true;
  }

  key(event, chip) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.isComposing) return;
    if (step && this.hints.length) {
      this.at = (this.at + step + this.hints.length) % this.hints.length;
      this.mark();
    } else if ((event.key === "Enter" && !event.shiftKey) || event.key === "Tab") {
      if (!this.enter(event, chip)) return;
    } else if (event.key === "Escape") {
      if (this.hintBox.hidden && this.command) { this.plain(); this.input.focus(); } else this.hide();
    } else if (event.key === "Backspace" && this.command && !event.target.value) {
      this.retreat(chip);
    } else return;
    event.preventDefault();
  }

  /** Enter and Tab take a suggestion; Enter otherwise sends. True if the key was used. */
  enter(event, chip) {
    const chosen = this.hints[this.at];
    const wanted = chip ? chip.value === undefined && (chip.control.value || chip.option.required) : this.input.isConnected;
    if (chosen && wanted) {
      chosen.take();
      return true;
    }
    if (event.key === "Tab" || event.target.classList.contains("add")) return false;
    this.submit();
    return true;
  }

  retreat(chip) {
    if (!chip || chip.option.required) {
      const name = this.command.shown;
      this.plain(`/${name}`);
      this.input.focus();
      this.typed();
      return;
    }
    chip.box.remove();
    this.chips.delete(chip.option.name);
    this.drawMore();
    ([...this.chips.values()].pop()?.control || this.more.querySelector("button") || this.send).focus();
  }

  /** Put a command into the box, ready for its options. */
  prefill(name) {
    const command = this.world.typable().find((one) => one.name === name || one.shown === name);
    if (command) return this.begin(command);
    this.plain(`/${name}`);
    this.input.focus();
    return this.typed();
  }
}

/** How near a command's name is to what is typed: the very name, its beginning, that of one of its words. */
function nearness(command, wanted) {
  const names = [command.shown, command.name];
  if (names.includes(wanted)) return 3;
  if (names.some((name) => name.startsWith(wanted))) return 2;
  return names.some((name) => name.split(" ").some((word) => word.startsWith(wanted))) ? 1 : 0;
}

/** The command whose name, with a blank after it, begins what is typed, and how long that is; the longest of several. */
function longest(commands, wanted) {
  const names = commands.flatMap((command) => [command.shown, command.name].map((name) => ({ command, length: name.length + 1, name })));
  const fits = names.filter(({ name }) => wanted.startsWith(`${name} `));
  return fits.sort((a, b) => b.length - a.length)[0];
}
