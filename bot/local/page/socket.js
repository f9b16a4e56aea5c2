/** The connection to the server: asks with answers, events, and patience when the server restarts. */

import { t } from "./words.js";

export class Connection {
  constructor(onEvent, onState) {
    this.onEvent = onEvent;
    this.onState = onState;
    this.counter = 0;
    this.waiting = new Map();
    this.connect();
  }

  connect() {
    this.socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/page`);
    this.socket.addEventListener("open", () => this.onState(true));
    this.socket.addEventListener("message", (message) => this.receive(JSON.parse(message.data)));
    this.socket.addEventListener("close", () => {
      for (const answer of this.waiting.values()) answer({ error: t("The connection was lost.") });
      this.waiting.clear();
      this.onState(false);
      setTimeout(() => this.connect(), 1000);
    });
  }

  receive(frame) {
    if (!("re" in frame)) return this.onEvent(frame);
    this.waiting.get(frame.re)?.(frame);
    this.waiting.delete(frame.re);
  }

  ask(deed, data) {
    const id = ++this.counter;
    return new Promise((resolve) => {
      if (this.socket.readyState !== WebSocket.OPEN) return resolve({ error: t("Not connected; trying again.") });
      this.waiting.set(id, resolve);
      this.socket.send(JSON.stringify({ id, do: deed, ...data }));
    });
  }
}
