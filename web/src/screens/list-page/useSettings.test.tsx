import { act, cleanup, render, screen } from "@testing-library/react";
import { useLayoutEffect } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { LocationProvider } from "@/lib/location";
import { useTroupe } from "@/sync/store";
import { ana, workspaceId } from "@/sync/testing/rows";
import { smallTables } from "@/sync/testing/tab";
import { viewOf } from "@/sync/tables/tables";
import { useSettings } from "./useSettings";

const place = { collection: "all", listId: null } as const;
const sought = () => screen.getByRole("status").textContent;

let search: (find: string) => void;

function Page() {
  const [{ find }, change] = useSettings(place);
  useLayoutEffect(() => {
    search = (text) => change({ find: text });
  });
  return <output>{find}</output>;
}

/** What a browser does when the person goes back: the address changes, and then the page is told. */
function backTo(state: unknown, path: string): void {
  window.history.replaceState(state, "", path);
  window.dispatchEvent(Object.assign(new Event("popstate"), { state }));
}

afterEach(() => {
  cleanup();
  localStorage.clear();
});

describe("the settings of a place", () => {
  it("are those of the address after a step back, also if the page has not rendered the step before", () => {
    useTroupe.setState({ ...viewOf(smallTables(), workspaceId), ready: true, me: ana });
    const [entry, path] = [{ usr: null, key: "first" }, "/w/har/all"];
    window.history.replaceState(entry, "", path);
    render(<Page />, { wrapper: LocationProvider });
    act(() => search("pier"));
    expect([sought(), window.location.search]).toEqual(["pier", "?find=pier"]);
    act(() => backTo(entry, path));
    expect([sought(), window.location.search]).toEqual(["", ""]);
    act(() => {
      search("pier");
      backTo(entry, path);
    });
    expect([sought(), window.location.search]).toEqual(["", ""]);
  });
});
