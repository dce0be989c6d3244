import { useCallback, useEffect, useState } from "react";
import { useWhenBack } from "@/actions/useWhenBack";

interface Loaded<T> {
  /** Null until the first answer; `failed` if that one was an error. */
  state: T | "failed" | null;
  /** Shows what the answer to a change has said. */
  setState: (known: T) => void;
  /** Loads again. What is shown stays if this fails. */
  read: () => Promise<void>;
}

/**
 * What a section of the settings loads from the node: when it is first shown, whenever `changed` has a new value, and after a
 * failure once the connection is back. `load` must stay the same function between renders.
 */
export function useLoaded<T>(load: (signal?: AbortSignal) => Promise<T>, changed?: unknown): Loaded<T> {
  const [state, setState] = useState<T | "failed" | null>(null);
  const fetch = useCallback(
    (signal?: AbortSignal) =>
      load(signal).then(setState, () => {
        if (!signal?.aborted) setState((before) => before ?? "failed");
      }),
    [load],
  );
  useEffect(() => {
    const leaving = new AbortController();
    void fetch(leaving.signal);
    return () => leaving.abort();
  }, [fetch, changed]);
  const read = useCallback(() => fetch(), [fetch]);
  useWhenBack(state === "failed", () => void read());
  return { state, setState, read };
}
