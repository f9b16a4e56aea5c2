/** The tester's panel: how slow the server is, what the bot may do in this channel, whether it is there at all. */

import { $, h, toast } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./words.js";

const MAY = [
  ["view_channel", 10, "See the channel"],
  ["send_messages", 11, "Send messages"],
  ["send_messages_in_threads", 38, "Send messages in threads"],
  ["attach_files", 15, "Attach files"],
  ["embed_links", 14, "Embed links"],
  ["read_message_history", 16, "Read the history"],
];

export class Panel {
  constructor(world, connection) {
    Object.assign(this, { world, connection });
    $("tune").replaceChildren(icon("tune", 21));
    $("tune").addEventListener("click", () => this.toggle());
    document.addEventListener("pointerdown", (event) => {
      if (!$("panel").contains(event.target) && !$("tune").contains(event.target)) this.toggle(false);
    });
    document.addEventListener("keydown", (event) => { if (event.key === "Escape") this.toggle(false); });
  }

  toggle(open = $("panel").hidden) {
    $("panel").hidden = !open;
    $("tune").setAttribute("aria-expanded", String(open));
    if (open) this.draw();
  }

  async set(deed, data) {
    const answer = await this.connection.ask(deed, { seat: this.world.seat, ...data });
    if (answer.error) toast(t(answer.error));
  }

  draw() {
    if ($("panel").hidden) return;
    const channel = this.world.channels.get(this.world.channel);
    const focused = document.activeElement?.id;
    $("panel").replaceChildren(h("h2", {}, t("Try the bot out")), this.latency(), ...(channel?.guild_id ? [this.rights(channel), this.presence(channel.guild_id)] : []));
    if (focused) $(focused)?.focus();
  }

  latency() {
    const { milliseconds } = this.world.panel;
    const shown = h("output", { for: "latency" }, `${milliseconds} ms`);
    const range = h("input", {
      type: "range", id: "latency", min: 0, max: 1000, step: 50, value: milliseconds,
      oninput: (event) => { shown.textContent = `${event.target.value} ms`; },
      onchange: (event) => this.set("slow", { milliseconds: Number(event.target.value) }),
    });
    return h("div", { class: "tuning" }, h("label", { for: "latency" }, t("Latency of every answer")), range, shown);
  }

  rights(channel) {
    const held = BigInt(channel.bot || 0);
    const rows = MAY.map(([name, bit, label]) => h("label", { class: "right" },
      h("input", {
        type: "checkbox", id: `may-${name}`, checked: Boolean(held & (1n << BigInt(bit))),
        onchange: (event) => this.set("allow", { channel: channel.id, name, allowed: event.target.checked }),
      }), ` ${t(label)}`));
    return h("fieldset", {}, h("legend", {}, t("In #{channel} the bot may", { channel: this.world.channelName(channel.id) })), ...rows);
  }

  presence(guild) {
    const here = this.world.panel.here[guild];
    return h("button", { type: "button", class: here ? "btn red" : "btn primary", id: "presence", onclick: () => this.set("presence", { guild, here: !here }) },
      here ? t("Remove the bot from the server") : t("Invite the bot again"));
  }
}
