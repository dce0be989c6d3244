import { later, whenUsable } from "./later";

/** Drag and drop. No page needs it before the page is usable. */
export const dragParts = later(() => import("./dragParts"));

type Parts = NonNullable<ReturnType<typeof dragParts.now>>;

/** Attaches drag and drop as soon as its chunk has loaded. Returns a function that detaches it. */
export function attachDrag(attach: (parts: Parts) => () => void): () => void {
  const parts = dragParts.now();
  if (parts) return attach(parts);
  let over = false;
  let detach = () => {};
  const attachLater = async () => {
    await whenUsable();
    const loaded = await dragParts.load();
    if (!over) detach = attach(loaded);
  };
  // If the chunk does not load, keys and menus still move everything. The next page tries again.
  attachLater().catch(() => undefined);
  return () => {
    over = true;
    detach();
  };
}
