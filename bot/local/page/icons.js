/** Drawn signs, so that no font decides whether they are there. */

const SPACE = "http://www.w3.org/2000/svg";

const PATHS = {
  bell: "M12 3a6 6 0 0 0-6 6v4l-2 4h16l-2-4V9a6 6 0 0 0-6-6zM10 20a2 2 0 0 0 4 0",
  quiet: "M12 3a6 6 0 0 0-6 6v4l-2 4h16l-2-4V9a6 6 0 0 0-6-6zM3 3l18 18",
  phone: "M7 2h10v20H7zM11 18.500h2",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6",
  open: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  send: "M3 11.500 21 4l-5 17-4-7zM21 4l-9 10",
  edit: "M4 20h4L20 8l-4-4L4 16z",
  menu: "M4 6h16M4 12h16M4 18h16",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  close: "M6 6l12 12M18 6L6 18",
  left: "M15 5l-7 7 7 7",
  right: "M9 5l7 7-7 7",
  down: "M6 9l6 6 6-6",
  tune: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.500v5M9 14.500v5",
  file: "M6 2h9l4 4v16H6zM15 2v4h4",
};

export function icon(name, size = 20) {
  const svg = document.createElementNS(SPACE, "svg");
  const attributes = { viewBox: "0 0 24 24", width: size, height: size, fill: "none", stroke: "currentColor", "stroke-width": 1.9, "stroke-linecap": "round", "stroke-linejoin": "round", "aria-hidden": "true", class: "sign" };
  for (const [key, value] of Object.entries(attributes)) svg.setAttribute(key, value);
  const path = document.createElementNS(SPACE, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}
