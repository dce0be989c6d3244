import { render, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { Chip } from "@/features/calendar/Chip";
import { CalendarProvider, type Calendar } from "@/features/calendar/context";
import { TaskRow } from "@/features/calendar/TaskRow";
import { EpicTable } from "@/features/epics/EpicTable";
import { TaskLine } from "@/features/home/TaskLine";
import { InboxRow } from "@/features/inbox/InboxRow";
import { Row } from "@/features/roadmap/Row";
import { epicsOf } from "@/fields/epics";
import { LocationProvider } from "@/lib/location";
import { useTroupe } from "@/sync/store";
import { viewOf } from "@/sync/tables/tables";
import { capabilitiesOf } from "@/sync/testing/capabilities";
import { ana, taskType, ticket, workspaceId } from "@/sync/testing/rows";
import { smallTables } from "@/sync/testing/tab";

const epics = { ...taskType(1), name: "Epic", container: true };
const secret = ticket(1, { title: "My secret", private: true, taskTypeId: epics.id, dueDate: "2030-05-06" });
const open = ticket(2, { title: "For all", taskTypeId: epics.id, dueDate: "2030-05-06" });

beforeEach(() => {
  const tables = { ...smallTables(), ticket: { [secret.id]: secret, [open.id]: open }, taskType: { [epics.id]: epics } };
  useTroupe.setState({ ...viewOf(tables, workspaceId), me: ana, capabilities: capabilitiesOf.owner });
  window.history.replaceState(null, "", "/w/acme/all");
});

const nothing = () => undefined;
const calendar: Calendar = { takesFocus: () => false, stand: nothing, open: nothing, hrefOf: (key) => key, order: () => [], take: (id) => [id], write: nothing, create: nothing, showMore: nothing };
const day = { from: "2030-05-06", to: "2030-05-06", category: "byDefault", late: false } as const;
/** Expects a lock on the private task alone. */
function expectOneLock(role: string): void {
  const marked = (title: string) => screen.getAllByRole(role).filter((one) => one.textContent?.includes(title) && within(one).queryByRole("img", { name: "Private" }) !== null).length;
  expect([marked("My secret"), marked("For all")]).toEqual([1, 0]);
}

describe("the lock of a private task is shown", () => {
  it("in the month and the week of the calendar", () => {
    render(
      <CalendarProvider value={calendar}>
        {[secret, open].map(({ id }) => <Chip key={id} task={{ ...day, ticketId: id }} at={day.from} active={false} open={false} />)}
      </CalendarProvider>,
      { wrapper: LocationProvider },
    );
    expectOneLock("article");
  });

  it("in the agenda, in the tray and below the month on a phone", () => {
    render(<>{[secret, open].map(({ id }) => <TaskRow key={id} ticketId={id} stop={false} focused={false} open={false} actions={calendar} />)}</>, { wrapper: LocationProvider });
    expectOneLock("article");
  });

  it("in the inbox", () => {
    const last = { id: "", kind: "comment", userId: ana, message: "Hello", data: null, at: "2026-01-02T09:00:00Z" } as never;
    const line = { last, reasons: [], unread: true, flagged: false, muted: false, snoozedUntil: null, at: "2026-01-02T09:00:00Z" };
    render(<ul>{[secret, open].map(({ id }) => <InboxRow key={id} line={{ ...line, ticketId: id }} openId={null} currentId={null} touch={false} hrefOf={(one) => one} onCurrent={nothing} />)}</ul>, { wrapper: LocationProvider });
    expectOneLock("listitem");
  });

  it("on Home", () => {
    render(<ul>{[secret, open].map((one) => <TaskLine key={one.id} ticket={one} href="/" isOpen={false} />)}</ul>, { wrapper: LocationProvider });
    expectOneLock("listitem");
  });

  it("on the page of epics", () => {
    render(<EpicTable epics={epicsOf(useTroupe.getState())} openId={null} hrefOf={(id) => id} />, { wrapper: LocationProvider });
    expectOneLock("row");
  });

  it("on the roadmap", () => {
    const row = ({ id, title }: typeof open) => ({ kind: "epic", id, name: title, start: null, end: null, isRolledUp: false, statistics: {}, percent: null, isOver: false, ownerIds: [], listIds: [], versionIds: [] }) as never;
    const acts = { hrefOf: () => "/", mayEdit: () => false, onEdit: nothing, onDates: nothing, mayMove: () => false, onMove: nothing };
    render(<ul>{[secret, open].map((one) => <Row key={one.id} row={row(one)} axis={null} open={false} among={null} group="all" {...acts} />)}</ul>, { wrapper: LocationProvider });
    expectOneLock("listitem");
  });
});
