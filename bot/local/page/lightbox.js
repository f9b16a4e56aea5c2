/** A picture over the whole screen: zoom by wheel, pinch, double click, keys; drag to move. */

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./words.js";

const LARGEST = 8;

export function openPicture(items, index) {
  const view = { scale: 1, x: 0, y: 0 };
  const image = h("img", { draggable: "false" });
  const caption = h("p", { class: "box-alt" });
  const stage = h("div", { class: "stage" }, image);
  const place = () => { image.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.scale})`; };
  const zoom = (factor, x = stage.clientWidth / 2, y = stage.clientHeight / 2) => {
    const scale = Math.min(LARGEST, Math.max(1, view.scale * factor));
    const ratio = scale / view.scale;
    const [cx, cy] = [x - stage.clientWidth / 2, y - stage.clientHeight / 2];
    Object.assign(view, { scale, x: cx - (cx - view.x) * ratio, y: cy - (cy - view.y) * ratio });
    if (scale === 1) Object.assign(view, { x: 0, y: 0 });
    place();
  };
  const turn = (step) => {
    index = (index + step + items.length) % items.length;
    image.src = items[index].url;
    image.alt = items[index].alt;
    original.href = items[index].url;
    caption.textContent = items[index].alt;
    Object.assign(view, { scale: 1, x: 0, y: 0 });
    place();
  };
  const original = h("a", { class: "icon", target: "_blank", rel: "noopener", "aria-label": t("Open the picture alone"), title: t("Open the picture alone") }, icon("open"));
  const tool = (label, sign, act) => h("button", { type: "button", class: "icon", "aria-label": label, title: label, onclick: act, autofocus: sign === "close" }, icon(sign));
  const many = items.length > 1;
  const box = h("dialog", { class: "lightbox", "aria-label": t("Picture") }, stage, caption,
    h("div", { class: "tools" },
      many && tool(t("Previous picture"), "left", () => turn(-1)), many && tool(t("Next picture"), "right", () => turn(1)),
      tool(t("Smaller"), "minus", () => zoom(1 / 1.5)), tool(t("Larger"), "plus", () => zoom(1.5)), original,
      tool(t("Close"), "close", () => box.close())));
  box.addEventListener("close", () => box.remove());
  box.addEventListener("keydown", (event) => {
    const act = { "+": () => zoom(1.5), "-": () => zoom(1 / 1.5), ArrowRight: () => turn(1), ArrowLeft: () => turn(-1) }[event.key];
    if (act) act();
  });
  handle(stage, view, zoom, place, () => box.close());
  document.body.append(box);
  turn(0);
  box.showModal();
}

/** Whether a press missed the picture, which stands contained in the middle of its box. */
function beside(event, image) {
  const box = image.getBoundingClientRect();
  const ratio = Math.min(box.width / image.naturalWidth, box.height / image.naturalHeight);
  const across = Math.abs(event.clientX - box.left - box.width / 2), down = Math.abs(event.clientY - box.top - box.height / 2);
  return across > image.naturalWidth * ratio / 2 || down > image.naturalHeight * ratio / 2;
}

function handle(stage, view, zoom, place, close) {
  const fingers = new Map();
  let moved = 0, spread = 0;
  const within = (event) => {
    const box = stage.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const middle = () => {
    const [a, b] = [...fingers.values()];
    return { x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2, gap: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) };
  };
  stage.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom(event.deltaY < 0 ? 1.2 : 1 / 1.2, ...within(event));
  }, { passive: false });
  stage.addEventListener("dblclick", (event) => zoom(view.scale > 1 ? 0.01 : 2.5, ...within(event)));
  stage.addEventListener("pointerdown", (event) => {
    stage.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, event);
    moved = 0;
    if (fingers.size === 2) spread = middle().gap;
  });
  stage.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    moved += Math.abs(event.clientX - before.clientX) + Math.abs(event.clientY - before.clientY);
    if (fingers.size === 1 && view.scale > 1) {
      view.x += event.clientX - before.clientX;
      view.y += event.clientY - before.clientY;
      place();
    }
    fingers.set(event.pointerId, event);
    if (fingers.size === 2) {
      const { x, y, gap } = middle();
      zoom(gap / (spread || gap), ...within({ clientX: x, clientY: y }));
      spread = gap;
    }
  });
  const up = (event) => fingers.delete(event.pointerId);
  stage.addEventListener("pointerup", (event) => {
    up(event);
    if (moved < 6 && view.scale === 1 && beside(event, stage.querySelector("img"))) close();
  });
  stage.addEventListener("pointercancel", up);
}
