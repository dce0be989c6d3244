import { act, render, screen } from "@testing-library/react";
import { Suspense, type ReactNode } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { fetchAhead } from "./fetchAhead";
import { fetchFailed, later, laterComponent, markUsable, retryFailed, usableMark, useUsable } from "./later";

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

describe("a part that comes later", () => {
  it("is fetched once, however often it is needed", async () => {
    const fetchPart = vi.fn<() => Promise<number>>(() => Promise.resolve(7));
    const part = later(fetchPart);
    expect(part.now()).toBeNull();
    expect(await Promise.all([part.load(), part.load()])).toEqual([7, 7]);
    expect(part.now()).toBe(7);
    expect(fetchPart).toHaveBeenCalledOnce();
  });

  it("shows what stands in for it where it does not come, and comes at the next try", async () => {
    const fetchPart = vi.fn<() => Promise<typeof Text>>(gone);
    const Part = laterComponent(fetchPart, { instead: () => <p>Not here</p> });
    const view = await show(Part);
    expect(screen.queryByText("Not here")).not.toBeNull();
    fetchPart.mockImplementation(() => Promise.resolve(Text));
    retryFailed();
    view.unmount();
    await show(Part);
    expect(screen.queryByText("Here")).not.toBeNull();
  });

  it("replaces what stands in for it when the network is back", async () => {
    const fetchPart = vi.fn<() => Promise<typeof Text>>(gone);
    await show(laterComponent(fetchPart, { instead: () => <p>Not here</p> }));
    fetchPart.mockImplementation(() => Promise.resolve(Text));
    await act(async () => fetchFailed());
    expect(screen.queryByText("Here")).not.toBeNull();
  });

  it("is not fetched in the background without a network", async () => {
    const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    const fetchPart = vi.fn<() => Promise<string>>(() => Promise.resolve("Here"));
    later(fetchPart);
    const waits = vi.spyOn(window, "addEventListener");
    const rest = fetchAhead();
    await vi.waitFor(() => expect(waits).toHaveBeenCalledWith("online", expect.anything(), expect.anything()), 5_000);
    expect(fetchPart).not.toHaveBeenCalled();
    onLine.mockRestore();
    window.dispatchEvent(new Event("online"));
    await rest;
    expect(fetchPart).toHaveBeenCalledOnce();
  });

  it("is fetched in the background if its page comes after the other parts were fetched", async () => {
    await fetchAhead();
    const fetchPart = vi.fn<() => Promise<string>>(() => Promise.resolve("Here"));
    later(fetchPart);
    await Promise.all([fetchAhead(), fetchAhead()]);
    await vi.waitFor(() => expect(fetchPart).toHaveBeenCalledOnce());
  });

  it("is shown without a wait once it is there", async () => {
    const Part = laterComponent(() => Promise.resolve(Text));
    await Part.load();
    render(<Part text="At once" />);
    expect(screen.queryByText("At once")).not.toBeNull();
  });

  it("is fetched again when it is needed after a fetch in the background has failed, while other parts are still on their way", async () => {
    const fetchPart = vi.fn<() => Promise<string>>(gone as () => Promise<never>);
    const part = later(fetchPart);
    let arrive: (text: string) => void = () => undefined;
    const fetchNext = vi.fn<() => Promise<string>>(() => new Promise((resolve) => (arrive = resolve)));
    later(fetchNext);
    const rest = fetchAhead();
    await vi.waitFor(() => expect(fetchNext).toHaveBeenCalled(), 5_000);
    fetchPart.mockImplementation(() => Promise.resolve("Here"));
    await expect(part.load()).resolves.toBe("Here");
    arrive("");
    await rest;
  });
});

describe("a usable page", () => {
  afterEach(() => useUsable.setState({ usable: false }));

  it("is drawn once before the parts that wait for it", async () => {
    const draw: FrameRequestCallback[] = [];
    vi.spyOn(window, "requestAnimationFrame").mockImplementation((callback) => draw.push(callback));
    markUsable();
    expect(performance.getEntriesByName(usableMark)).toHaveLength(1);
    expect(useUsable.getState().usable).toBe(false);
    draw[0]?.(0);
    expect(useUsable.getState().usable).toBe(false);
    await vi.waitFor(() => expect(useUsable.getState().usable).toBe(true));
  });

  it("does not wait to be drawn while it is hidden", () => {
    vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    markUsable();
    expect(useUsable.getState().usable).toBe(true);
  });
});
