/** If a card stands still for this many frames, all cards around it have been measured. */
const calm = 6;

/** The place of an element in the window, as one text. */
const placeOf = (element: Element): string => {
  const { left, top } = element.getBoundingClientRect();
  return `${left} ${top}`;
};

/**
 * Scrolls the card with the keyboard focus into view, and keeps it there while the cards around it come into view and
 * are measured: until then, their heights are estimates, and the card moves with each measurement. Returns a function
 * that stops this.
 */
export function reveal(find: () => Element | null): () => void {
  let frame = 0;
  let still = 0;
  let last = "";
  const step = () => {
    const card = find();
    // A press of the pointer does not scroll: the card would move away from the pointer.
    if (!card?.querySelector(":focus-visible")) return;
    card.scrollIntoView({ block: "nearest", inline: "nearest" });
    const place = placeOf(card);
    still = place === last ? still + 1 : 0;
    last = place;
    if (still < calm) frame = requestAnimationFrame(step);
  };
  step();
  return () => cancelAnimationFrame(frame);
}
