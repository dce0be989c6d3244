import * as Y from "yjs";

/**
 * Splits an update that is larger than a node takes. The pieces are prefixes of what each client has written, so each is
 * complete with the pieces before it. `doc` must contain the update.
 */
export function piecesOf(doc: Y.Doc, update: Uint8Array, maxBytes: number): Uint8Array[] {
  if (update.length <= maxBytes) return [update];
  const { from, to } = Y.parseUpdateMeta(update);
  const [client] = [...to].toSorted(([a, aEnd], [b, bEnd]) => bEnd - (from.get(b) ?? 0) - (aEnd - (from.get(a) ?? 0))).map(([id]) => id);
  if (client === undefined) return [update];
  const [start, end] = [from.get(client) ?? 0, to.get(client) ?? 0];
  const whole = new Y.Doc({ gc: false });
  Y.applyUpdate(whole, Y.encodeStateAsUpdate(doc));
  const all = Y.decodeStateVector(Y.encodeStateVector(doc));
  const upTo = (clock: number) => new Map([...all, [client, clock]]);
  /** The next place that is not between a node and its attributes. */
  const beforeNode = (clock: number, high: number): number => {
    for (let at = clock; at < high; ) {
      const item = Y.getItem(whole.store, Y.createID(client, at));
      if (!(item instanceof Y.Item) || !lacksAttributes(item, at)) return at;
      at = item.id.clock + item.length;
    }
    return high;
  };
  const between = (low: number, high: number): Uint8Array => {
    const until = Y.createDocFromSnapshot(whole, Y.createSnapshot(Y.createDeleteSet(), upTo(high)));
    return Y.encodeStateAsUpdate(until, Y.encodeStateVector(Y.createDocFromSnapshot(whole, Y.createSnapshot(Y.createDeleteSet(), upTo(low)))));
  };
  const cut = (low: number, high: number): Uint8Array[] => {
    const piece = between(low, high);
    // The deletions of the update come with its last piece.
    if (piece.length <= maxBytes * 0.9 || high - low < 2) return high === end ? [Y.diffUpdate(update, vectorOf(upTo(low)))] : [piece];
    const middle = beforeNode(low + Math.floor((high - low) / 2), high);
    return middle >= high ? [piece] : [...cut(low, middle), ...cut(middle, high)];
  };
  return cut(start, end);
}

/**
 * True if a node around the item gets attributes at or after a clock of its client. The attributes of a new node come after
 * its content, and the Troupe node refuses a heading that has no level yet.
 */
function lacksAttributes(item: Y.Item, clock: number): boolean {
  // Yjs has no other names for the item of a node and the items of its attributes.
  /* oxlint-disable no-underscore-dangle */
  for (let around = item.parent; around instanceof Y.AbstractType && around._item; around = around._item.parent)
    for (const value of around._map.values()) if (value.id.client === item.id.client && value.id.clock >= clock) return true;
  /* oxlint-enable no-underscore-dangle */
  return false;
}

function vectorOf(clocks: ReadonlyMap<number, number>): Uint8Array {
  return Y.encodeStateVector(clocks as Map<number, number>);
}
