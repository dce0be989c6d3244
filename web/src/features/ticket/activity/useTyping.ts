import { useCallback, useEffect, useRef, useState } from "react";
import { useFieldPresence } from "@/actions/presence";

/** How long after the last key a person still counts as typing. */
const writingMs = 3_000;

/** Tells others that the person is typing a comment. `typing` is called for each change of the text, `stop` at its end. */
export function useTyping(ticketId: string): { typing: (text: string) => void; stop: () => void } {
  const [writing, setWriting] = useState(false);
  const lull = useRef<ReturnType<typeof setTimeout>>(undefined);
  useFieldPresence(ticketId, "comment", writing ? "typing" : null);
  useEffect(() => () => clearTimeout(lull.current), []);
  const stop = useCallback(() => setWriting(false), []);
  const typing = useCallback(
    (text: string) => {
      clearTimeout(lull.current);
      setWriting(text.trim() !== "");
      lull.current = setTimeout(stop, writingMs);
    },
    [stop],
  );
  return { typing, stop };
}
