import type { Waited } from "@/api/confirmLink";

/** How often, and for how long, the page of a sign-up asks whether its link was used. */
export const askEveryMs = 5_000;
export const askForMs = 180_000;

interface Waiting {
  ask: () => Promise<Waited>;
  pause: (ms: number) => Promise<void>;
  now: () => number;
}

/**
 * Asks until the sign-up is confirmed; `late` after the last question. A page that was frozen meanwhile, as on a phone, asks once
 * more when it goes on. A call that fails counts as the answer `waiting`.
 */
export async function untilConfirmed({ ask, pause, now }: Waiting): Promise<Exclude<Waited, "waiting"> | "late"> {
  const began = now();
  for (;;) {
    await pause(askEveryMs);
    const isLast = now() - began >= askForMs;
    const waited = await ask().catch(() => "waiting" as const);
    if (waited !== "waiting") return waited;
    if (isLast) return "late";
  }
}
