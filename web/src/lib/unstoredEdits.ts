let ask = (): boolean => false;

/** The sync core registers its answer here, so that other pages can ask without loading the sync core. */
export function answerForUnstoredEdits(answer: () => boolean): void {
  ask = answer;
}

/** True if closing this page would lose edits, because this browser does not store them. */
export function hasUnstoredEdits(): boolean {
  return ask();
}
