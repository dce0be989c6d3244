import { useEffect, useRef, useState } from "react";
import type * as Y from "yjs";

/** The node writes the description at most this long after a change (TX23), with some time for the way. */
const mostMs = 12_000;

interface Resting {
  doc: Y.Doc | null;
  /** The description as Markdown, as the ticket has it now. */
  described: string;
  /** True while the editor is needed: it has the focus, something waits for the node, or others write. */
  busy: boolean;
  onRest: () => void;
}

/**
 * Ends the editor once all people have stopped writing and the description shows everything, so that the formatted text
 * takes its place without a change.
 */
export function useRest({ doc, described, busy, onRest }: Resting): void {
  const [changes, setChanges] = useState(0);
  const shown = useRef({ described, changes: 0 });
  const latest = useRef(onRest);
  useEffect(() => {
    latest.current = onRest;
  });
  useEffect(() => {
    if (!doc) return undefined;
    const change = () => setChanges((before) => before + 1);
    doc.on("update", change);
    return () => doc.off("update", change);
  }, [doc]);
  useEffect(() => {
    // The description has changed since the last change of the document, so it shows all of them.
    if (described !== shown.current.described) shown.current = { described, changes };
  }, [described, changes]);
  useEffect(() => {
    if (busy || !doc) return undefined;
    const timer = setTimeout(() => latest.current(), changes === shown.current.changes ? 0 : mostMs);
    return () => clearTimeout(timer);
  }, [busy, doc, described, changes]);
}
