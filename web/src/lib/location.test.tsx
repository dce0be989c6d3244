import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { Link, LocationProvider, navigate, Navigate, useLocation, useSearchParams } from "./location";

function Shown() {
  const { pathname, state } = useLocation();
  const [search] = useSearchParams();
  return <output>{`${pathname} ${search.get("q") ?? "-"} ${JSON.stringify(state)}`}</output>;
}

function page(extra?: ReactNode) {
  const { container } = render(
    <LocationProvider>
      <Shown />
      {extra}
    </LocationProvider>,
  );
  return () => within(container).getByRole("status").textContent;
}

beforeEach(() => window.history.replaceState(null, "", "/start?q=1"));

describe("the address", () => {
  it("is followed, with what was handed over", async () => {
    const shown = page();
    expect(shown()).toBe("/start 1 null");
    await act(() => navigate("/next", { state: { email: "ada@troupe.example" } }));
    expect(shown()).toBe('/next - {"email":"ada@troupe.example"}');
  });

  it("is followed where the browser goes back", async () => {
    const shown = page();
    await act(() => navigate("/next"));
    await act(async () => {
      window.history.replaceState(null, "", "/start?q=1");
      window.dispatchEvent(new PopStateEvent("popstate"));
    });
    expect(shown()).toBe("/start 1 null");
  });

  it("gets no second entry for the same link, and none for a redirect", async () => {
    const user = userEvent.setup();
    const shown = page(<Link to="/there">Go</Link>);
    const before = window.history.length;
    await user.click(screen.getByRole("link", { name: "Go" }));
    await user.click(screen.getByRole("link", { name: "Go" }));
    expect(shown()).toBe("/there - null");
    expect(window.history.length).toBe(before + 1);
    await act(async () => void page(<Navigate to="/elsewhere" replace />));
    expect(shown()).toBe("/elsewhere - null");
    expect(window.history.length).toBe(before + 1);
  });

  it("leaves a click with a key to the browser", async () => {
    const user = userEvent.setup();
    page(<Link to="/tab">Tab</Link>);
    let left = false;
    // The browser follows every click that reaches the window without `preventDefault`.
    const watch = (event: Event) => {
      left = !event.defaultPrevented;
      event.preventDefault();
    };
    window.addEventListener("click", watch, { once: true });
    await user.keyboard("{Control>}");
    await user.click(screen.getByRole("link", { name: "Tab" }));
    expect(left).toBe(true);
    expect(window.location.pathname).toBe("/start");
  });
});
