import { render, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { LocationProvider } from "@/lib/location";
import { useOverlay } from "@/lib/overlays";
import { EpicsPage } from "@/screens/epics/EpicsPage";
import { ListsPage } from "@/screens/lists/ListsPage";
import { useTroupe } from "@/sync/store";
import { viewOf } from "@/sync/tables/tables";
import { capabilitiesOf, viewer } from "@/sync/testing/capabilities";
import { ana, taskType, workspaceId } from "@/sync/testing/rows";
import { smallTables } from "@/sync/testing/tab";

const epics = { ...taskType(1), name: "Epic", container: true };

beforeEach(() => {
  useTroupe.setState({ ...viewOf({ ...smallTables(), list: {}, ticket: {}, taskType: { [epics.id]: epics } }, workspaceId), me: ana, capabilities: capabilitiesOf.owner });
  useOverlay.setState({ overlay: null });
  window.history.replaceState(null, "", "/w/acme/epics");
});

describe("a page without content", () => {
  /** The texts and the buttons of its empty state. */
  const state = async (title: string) => {
    const box = (await screen.findByText(title)).parentElement as HTMLElement;
    return within(box).queryAllByRole("button").map((button) => button.textContent);
  };

  it("of all lists offers to create the first one, to a person who may", async () => {
    const { unmount } = render(<ListsPage />, { wrapper: LocationProvider });
    expect(await state("No lists yet")).toEqual(["New list"]);
    within(screen.getByText("No lists yet").parentElement as HTMLElement).getByRole("button").click();
    expect(useOverlay.getState().overlay).toEqual({ kind: "listSettings" });
    unmount();
    useTroupe.setState({ capabilities: viewer });
    render(<ListsPage />, { wrapper: LocationProvider });
    expect(await state("No lists yet")).toEqual([]);
  });

  it("of epics offers to create the first one, to a person who may, and not among the completed ones", async () => {
    const { unmount } = render(<EpicsPage />, { wrapper: LocationProvider });
    expect(await state("No open epics")).toEqual(["New epic"]);
    within(screen.getByText("No open epics").parentElement as HTMLElement).getByRole("button").click();
    expect(useOverlay.getState().overlay).toEqual({ kind: "newTicket", taskTypeId: epics.id });
    unmount();
    window.history.replaceState(null, "", "/w/acme/epics?show=completed");
    const completed = render(<EpicsPage />, { wrapper: LocationProvider });
    expect(await state("No completed epics")).toEqual([]);
    completed.unmount();
    window.history.replaceState(null, "", "/w/acme/epics");
    useTroupe.setState({ capabilities: viewer });
    render(<EpicsPage />, { wrapper: LocationProvider });
    expect(await state("No open epics")).toEqual([]);
  });
});
