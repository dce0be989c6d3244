/** The item after which a moved one goes; null for the first place, undefined if the place does not change. */
export type Behind = string | null | undefined;

/** One step up or down. */
export function step(order: readonly string[], id: string, by: -1 | 1): Behind {
  const at = order.indexOf(id);
  const to = at + by;
  if (at < 0 || to < 0 || to >= order.length) return undefined;
  const others = order.filter((other) => other !== id);
  return others[to - 1] ?? null;
}

/** The item after which an item goes when it is dropped on the upper or lower edge of another. */
export function drop(order: readonly string[], id: string, on: string, edge: "top" | "bottom"): Behind {
  const others = order.filter((other) => other !== id);
  const place = others.indexOf(on) + (edge === "bottom" ? 1 : 0);
  if (id === on || !others.includes(on) || place === order.indexOf(id)) return undefined;
  return others[place - 1] ?? null;
}

/** The order after one of its items has moved behind another, or to the front if `after` is null. */
export function moveTo<Id extends string>(order: readonly Id[], id: string, after: Exclude<Behind, undefined>): readonly Id[] {
  const carried = order.find((other) => other === id);
  if (carried === undefined || after === id) return order;
  const others = order.filter((other) => other !== carried);
  return others.toSpliced(after === null ? 0 : others.findIndex((other) => other === after) + 1, 0, carried);
}
