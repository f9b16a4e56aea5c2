/** Coloured squares and the sign of a note, drawn over their signs: not every machine has a font with them, and most of
    these differ. */

const COLOURS = {
  "🟥": "#dd2e44", "🟧": "#f4900c", "🟨": "#fdcb58", "🟩": "#78b159", "🟦": "#55acee", "🟪": "#aa8ed6", "🟫": "#c1694f",
  "⬛": "#292f33", "⬜": "#e6e7e8",
};
const MEMO = "📝";
const SIGN = /([🟥🟧🟨🟩🟦🟪🟫⬛⬜📝])/u;

/** A text as nodes; what is copied out of them is the text as it was. */
export function drawn(text) {
  return text.split(SIGN).filter(Boolean).map((part) => (part === MEMO || part in COLOURS ? sign(part) : part));
}

function sign(text) {
  const element = document.createElement("span");
  element.className = text === MEMO ? "memo" : "square";
  if (text in COLOURS) element.style.setProperty("--colour", COLOURS[text]);
  element.textContent = text;
  return element;
}
