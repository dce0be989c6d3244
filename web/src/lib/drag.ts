import { later, whenUsable } from "./later";

/** Drag and drop. No page needs it before the page is usable. */
export const dragParts = later(() => import("./dragParts"));

export type DragParts = NonNullable<ReturnType<typeof dragParts.now>>;

/** Attaches something as soon as the part that it needs has loaded. Returns a function that detaches it. */
export function attachWhen<Part>(loading: Promise<Part>, attach: (part: Part) => () => void): () => void {
  let over = false;
  let detach = () => {};
  const attachLater = async () => {
    const part = await loading;
    if (!over) detach = attach(part);
  };
  // If the chunk does not load, keys and menus still move everything. The next page tries again.
  attachLater().catch(() => undefined);
  return () => {
    over = true;
    detach();
  };
}

/** Attaches drag and drop as soon as its chunk has loaded. Returns a function that detaches it. */
export function attachDrag(attach: (parts: DragParts) => () => void): () => void {
  const parts = dragParts.now();
  return parts ? attach(parts) : attachWhen(whenUsable().then(dragParts.load), attach);
}
