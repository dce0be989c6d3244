import { beforeEach, expect, it, vi } from "vitest";

/** The pitches of the tones that were started. */
const started: number[] = [];

class Output {
  readonly currentTime = 1;
  readonly destination = {};
  createGain = () => ({
    connect: () => undefined,
    gain: { setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined },
  });
  createOscillator = () => {
    const frequency = { value: 0 };
    return { frequency, connect: (next: unknown) => next, start: () => started.push(frequency.value), stop: () => undefined };
  };
}

beforeEach(() => {
  localStorage.clear();
  started.length = 0;
  vi.resetModules();
  vi.stubGlobal("AudioContext", Output);
});

it("plays two tones for a sent comment, and none after the person has turned them off", async () => {
  const { playSent, setSentSound } = await import("./sentSound");
  playSent();
  expect(started).toEqual([660, 880]);
  setSentSound(false);
  playSent();
  expect(started).toHaveLength(2);

  vi.resetModules();
  const reloaded = await import("./sentSound");
  reloaded.playSent();
  expect(started).toHaveLength(2);
  reloaded.setSentSound(true);
  reloaded.playSent();
  expect(started).toHaveLength(4);
});

it("plays nothing in a browser without sound", async () => {
  vi.stubGlobal("AudioContext", undefined);
  const { playSent } = await import("./sentSound");
  expect(playSent).not.toThrow();
});
