import { beforeEach, describe, expect, it } from "vitest";
import { useTroupe } from "@/sync/store";
import { viewOf } from "@/sync/tables/tables";
import { capabilitiesOf } from "@/sync/testing/capabilities";
import { ana, list, ticket, workspaceId } from "@/sync/testing/rows";
import { smallTables } from "@/sync/testing/tab";
import { useTold } from "@/ui/Toast";
import { isHidden, tellCreated } from "./created";

const made = ticket(7, { number: 7, title: "Mend the nets", priority: "week", lists: [{ listId: list(1).id, rank: "V" }] });
const path = `/w/ACME/list/${list(1).id}`;
const state = () => useTroupe.getState();
const show = (address: string) => window.history.replaceState(null, "", address);
const told = () => useTold.getState().told;
const names = () => [told()?.text, told()?.action?.name, told()?.also?.name];

beforeEach(() => {
  const view = viewOf(smallTables(), workspaceId);
  useTroupe.setState({ ...view, tickets: { ...view.tickets, [made.id]: made }, me: ana, capabilities: capabilitiesOf.owner, connection: "live" });
  useTold.setState({ told: null });
  show(path);
});

describe("a task that was created", () => {
  it("qc5: is hidden only if the filters of the shown place leave it out", () => {
    expect(isHidden(state(), made.id, { pathname: path, search: "?priority=day" })).toBe(true);
    expect(isHidden(state(), made.id, { pathname: path, search: "?priority=week" })).toBe(false);
    expect(isHidden(state(), made.id, { pathname: path, search: "?find=boat" })).toBe(true);
    expect(isHidden(state(), made.id, { pathname: path, search: "" })).toBe(false);
    expect(isHidden(state(), made.id, { pathname: `/w/ACME/list/${list(2).id}`, search: "?priority=day" })).toBe(false);
    expect(isHidden(state(), made.id, { pathname: "/w/ACME/search", search: "?priority=day" })).toBe(false);
  });

  it("qc5: is announced with its key, and with buttons to open it and to copy its link", async () => {
    await tellCreated(made.id, made.title, "ACME");
    expect(names()).toEqual(["ACME-7 created", "Open", "Copy link"]);
  });

  it("is announced as hidden by filters, and Show clears the filters", async () => {
    show(`${path}?priority=day`);
    await tellCreated(made.id, made.title, "ACME");
    expect(names()).toEqual(["ACME-7 created. Hidden by filters.", "Show", "Open"]);
    told()?.action?.onClick();
    expect(window.location.search).not.toContain("priority");
  });

  it("is announced when the server has numbered it, or at once without a connection", async () => {
    const { [made.id]: _, ...others } = state().tickets;
    const fresh = { ...made, number: 0 };
    useTroupe.setState({ tickets: others });
    const telling = tellCreated(made.id, made.title, "ACME");
    useTroupe.setState({ tickets: { ...others, [made.id]: fresh } });
    expect(told()).toBeNull();
    useTroupe.setState({ tickets: { ...others, [made.id]: made } });
    await telling;
    expect(names()[0]).toBe("ACME-7 created");
    useTroupe.setState({ connection: "offline", tickets: { ...others, [made.id]: fresh } });
    await tellCreated(made.id, made.title, "ACME");
    expect(names()).toEqual(["“Mend the nets” created", "Open", undefined]);
  });

  it("is not announced if the server refuses it", async () => {
    const { [made.id]: _, ...others } = state().tickets;
    useTroupe.setState({ tickets: { ...others, [made.id]: { ...made, number: 0 } } });
    const telling = tellCreated(made.id, made.title, "ACME");
    useTroupe.setState({ tickets: others });
    await telling;
    expect(told()).toBeNull();
  });
});
