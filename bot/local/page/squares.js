/** Coloured squares, drawn over their signs: not every machine has a font with them, and most of these differ. */

const COLOURS = {
  "🟥": "#dd2e44", "🟧": "#f4900c", "🟨": "#fdcb58", "🟩": "#78b159", "🟦": "#55acee", "🟪": "#aa8ed6", "🟫": "#c1694f",
  "⬛": "#292f33", "⬜": "#e6e7e8",
};
const SQUARE = /([🟥🟧🟨🟩🟦🟪🟫⬛⬜])/u;

/** A text as nodes; what is copied out of them is the text as it was. */
export function drawn(text) {
  return text.split(SQUARE).filter(Boolean).map((part) => (part in COLOURS ? square(part) : part));
}

function square(sign) {
  const element = document.createElement("span");
  element.className = "square";
  element.style.setProperty("--colour", COLOURS[sign]);
  element.textContent = sign;
  return element;
}
