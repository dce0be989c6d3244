/** The properties of a text area that decide where its lines break. */
const copied = ["boxSizing", "width", "padding", "border", "font", "letterSpacing", "lineHeight", "tabSize", "direction"] as const;

/**
 * The lower edge of the line at a place of a text area, in px from the top of the area. No browser API returns this
 * edge, so the text is laid out a second time, out of sight.
 */
export function caretBottom(area: HTMLTextAreaElement, place: number): number {
  const copy = document.createElement("div");
  const style = getComputedStyle(area);
  for (const name of copied) copy.style[name] = style[name];
  Object.assign(copy.style, { position: "absolute", visibility: "hidden", whiteSpace: "pre-wrap", overflowWrap: "break-word" });
  const mark = document.createElement("span");
  mark.textContent = "@";
  copy.append(area.value.slice(0, place), mark);
  document.body.append(copy);
  const bottom = mark.offsetTop + mark.offsetHeight;
  copy.remove();
  return bottom - area.scrollTop;
}
