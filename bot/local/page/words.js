/** The page's own words in the language of the seat; the English sentence is the key. */

let words = {};
let spoken = "en";
const known = new Map([["en", {}]]);

/** A sentence in the language of the seat, its {fields} filled in. */
export function t(english, fields = {}) {
  return (words[english] || english).replace(/\{(\w+)\}/g, (_, name) => fields[name] ?? "");
}

/** The language that is spoken now, for dates and numbers. */
export const language = () => spoken;

/** Speak the language of a locale as Discord names it; false when it is spoken already. */
export async function speak(locale) {
  const wanted = (locale || "en").slice(0, 2);
  if (wanted === spoken) return false;
  if (!known.has(wanted)) {
    const answer = await fetch(`/page/words-${wanted}.json`);
    known.set(wanted, answer.ok ? await answer.json() : {});
  }
  [words, spoken] = [known.get(wanted), wanted];
  document.documentElement.lang = wanted;
  for (const element of document.querySelectorAll("[data-t], [data-t-label], [data-t-title]")) {
    const { t: text, tLabel: label, tTitle: title } = element.dataset;
    if (text) element.textContent = t(text);
    if (label) element.setAttribute("aria-label", t(label));
    if (title) element.title = t(title);
  }
  return true;
}
