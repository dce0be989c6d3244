import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { describe, expect, it } from "vitest";
import { LocationProvider } from "@/lib/location";
import { BottomBar } from "./BottomBar";

function currentAt(path: string): (string | null)[] {
  window.history.replaceState(null, "", path);
  const { unmount } = render(
    <LocationProvider>
      <MemoryRouter initialEntries={[path]}>
        <BottomBar slug="TLS" />
      </MemoryRouter>
    </LocationProvider>,
  );
  const tabs = [...screen.getAllByRole("button"), ...screen.getAllByRole("link")];
  const current = tabs.filter((tab) => tab.getAttribute("aria-current") === "page").map((tab) => tab.textContent);
  unmount();
  return current;
}

describe("the bar of a phone", () => {
  it("marks the tab of the page that is shown, also under an open task", () => {
    expect(currentAt("/w/TLS/list/l1")).toEqual(["Lists"]);
    expect(currentAt("/w/TLS/all/TLS-1")).toEqual(["Lists"]);
    expect(currentAt("/w/TLS/mine")).toEqual(["Mine"]);
    expect(currentAt("/w/TLS/private/MY-1")).toEqual(["Lists"]);
    expect(currentAt("/w/TLS/inbox/TLS-1")).toEqual(["Inbox"]);
  });

  it("marks none in the settings", () => {
    expect(currentAt("/w/TLS/settings/users")).toEqual([]);
  });
});
