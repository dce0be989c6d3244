import { describe, expect, it, vi } from "vitest";
import type { Waited } from "@/api/confirmLink";
import { untilConfirmed } from "./untilConfirmed";

/** A clock that only pauses move, and the times at which the page asks. */
function run(answer: (n: number) => Promise<Waited>, freezesAt = Infinity) {
  let time = 0;
  const asked: number[] = [];
  const pause = vi.fn<(ms: number) => Promise<void>>((ms) => {
    time += time >= freezesAt ? 3_600_000 : ms;
    return Promise.resolve();
  });
  const ask = () => {
    asked.push(time / 1_000);
    return answer(asked.length);
  };
  return { asked, end: untilConfirmed({ ask, pause, now: () => time }) };
}

describe("the page that waits for its link", () => {
  it("cl3: asks every 5 seconds for 3 minutes, and then gives up", async () => {
    const { asked, end } = run(() => Promise.resolve("waiting"));
    expect(await end).toBe("late");
    expect(asked).toEqual(Array.from({ length: 36 }, (_, n) => (n + 1) * 5));
  });

  it("cl3: stops at the first answer, and asks on if a question fails", async () => {
    const answers = [Promise.reject(new Error("no network")), Promise.resolve<Waited>("waiting"), Promise.resolve<Waited>("signedIn")];
    const { asked, end } = run((n) => answers[n - 1] ?? Promise.resolve("waiting"));
    expect(await end).toBe("signedIn");
    expect(asked).toEqual([5, 10, 15]);
  });

  it("cl3: asks once more after a long freeze", async () => {
    const { asked, end } = run((n) => Promise.resolve(n === 3 ? "confirmed" : "waiting"), 10_000);
    expect(await end).toBe("confirmed");
    expect(asked).toEqual([5, 10, 3_610]);
  });
});
