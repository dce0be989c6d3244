import { beforeEach, describe, expect, it, vi } from "vitest";
import { errorFrom, malformed, unreachable } from "@/api/error";
import { useTold } from "@/ui/Toast";
import { tellFailure } from "./tellFailure";

const refusal = (status: number, code = "unavailable") => errorFrom(status, { error: { code, message: "No." } });

describe("a request that failed", () => {
  beforeEach(() => useTold.setState({ told: null }));

  it.each([
    ["the network is away", unreachable()],
    ["the node is busy", refusal(503)],
    ["there were too many requests", refusal(429, "rateLimited")],
    ["the answer cannot be read", malformed(200)],
    ["the page itself failed", new TypeError("x")],
  ])("says why until it is dismissed, and is made again by a button, if %s", (_, thrown) => {
    const again = vi.fn<() => void>();
    tellFailure(thrown, again);
    const { told } = useTold.getState();
    expect([told?.refusal, told?.action?.name]).toEqual([true, "Try again"]);
    told?.action?.onClick();
    expect(again).toHaveBeenCalledOnce();
  });

  it.each([[400], [403], [404], [409]])("has no such button if the node refuses it with %i", (status) => {
    tellFailure(refusal(status, "forbidden"), () => undefined);
    expect(useTold.getState().told).toEqual({ text: "No.", refusal: true });
  });
});
