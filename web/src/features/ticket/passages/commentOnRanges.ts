/** Takes the words that a person has selected in the drawn document. */
type Take = (range: Range) => void;

const editors = new Map<string, Take>();

/** Registers the editor of a description. Returns a function that ends this. */
export function commentOnRanges(ticketId: string, take: Take): () => void {
  editors.set(ticketId, take);
  return () => {
    if (editors.get(ticketId) === take) editors.delete(ticketId);
  };
}

/** Comments on selected words. False if no editor shows the description. */
export function commentOnRange(ticketId: string, range: Range): boolean {
  const take = editors.get(ticketId);
  take?.(range);
  return take !== undefined;
}
