import { act, render, screen } from "@testing-library/react";
import { Suspense, type ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { laterComponent } from "./later";
import { retryParts } from "./retryParts";

const Text = ({ text }: { text: string }) => <p>{text}</p>;
const gone = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module: /assets/Part.js"));

const show = (Part: (props: { text: string }) => ReactNode) =>
  act(async () =>
    render(
      <Suspense fallback="waiting">
        <Part text="Here" />
      </Suspense>,
    ),
  );

describe("a part whose request fails or hangs while the network seems to be up", () => {
  let stop = () => {};
  beforeEach(() => {
    vi.useFakeTimers();
    stop = retryParts();
  });
  afterEach(() => {
    stop();
    vi.useRealTimers();
  });

  it("is tried again by itself, with pauses that grow to a minute", async () => {
    const fetchPart = vi.fn<() => Promise<typeof Text>>(gone);
    await show(laterComponent(fetchPart, { instead: () => <p>Not here</p> }));
    const tries: number[] = [];
    let seen = 1;
    for (let second = 0; second <= 300; second += 1) {
      await act(async () => vi.advanceTimersByTimeAsync(1_000));
      const { calls } = fetchPart.mock;
      if (calls.length > seen) tries.push(second);
      seen = calls.length;
    }
    const pauses = tries.map((at, index) => at - (tries[index - 1] ?? 0)).slice(1);
    expect(pauses.length).toBeGreaterThan(3);
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    expect(Math.max(...pauses)).toBe(60);
    fetchPart.mockImplementation(() => Promise.resolve(Text));
    await act(async () => vi.advanceTimersByTimeAsync(60_000));
    expect(screen.queryByText("Here")).not.toBeNull();
  });

  it("is given up after a minute if its request hangs, and comes within two minutes once the network answers", async () => {
    const fetchPart = vi.fn<() => Promise<typeof Text>>(() => new Promise(() => undefined));
    await show(laterComponent(fetchPart, { instead: () => <p>Not here</p> }));
    expect(screen.queryByText("waiting")).not.toBeNull();
    await act(async () => vi.advanceTimersByTimeAsync(59_000));
    expect(fetchPart).toHaveBeenCalledOnce();
    fetchPart.mockImplementation(() => Promise.resolve(Text));
    await act(async () => vi.advanceTimersByTimeAsync(61_000));
    expect(screen.queryByText("Here")).not.toBeNull();
  });
});
