import { useEffect, useState } from "react";
import { askIfConfirmed } from "@/api/confirmLink";
import { useLatest } from "@/lib/useLatest";
import { untilConfirmed } from "./untilConfirmed";

/** A pause that ends early, with an error, if the page is left. */
const pauseUntil = (signal: AbortSignal) => (ms: number) =>
  new Promise<void>((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

/** Waits until the link of a sign-up was used. Calls `onSignedIn` if this browser was then signed in. A new `round` waits anew. */
export function useConfirmed(signUpId: string, round: number, onSignedIn: () => void): "waiting" | "confirmed" | "late" {
  const [state, setState] = useState<"waiting" | "confirmed" | "late">("waiting");
  const signedIn = useLatest(onSignedIn);
  useEffect(() => {
    const left = new AbortController();
    const wait = async () => {
      setState("waiting");
      const end = await untilConfirmed({ ask: () => askIfConfirmed(signUpId), pause: pauseUntil(left.signal), now: () => Date.now() });
      if (left.signal.aborted) return;
      if (end === "signedIn") signedIn.current();
      else setState(end);
    };
    wait().catch(() => undefined);
    return () => left.abort();
  }, [signUpId, round, signedIn]);
  return state;
}
