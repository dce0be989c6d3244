import { beforeEach, expect, it, vi } from "vitest";
import type * as Api from "@/api/workspaces";
import type * as Store from "@/sync/store";
import { useTroupe } from "@/sync/store";
import { viewOf } from "@/sync/tables/tables";
import { capabilitiesOf } from "@/sync/testing/capabilities";
import { ana, ticket, workspaceId } from "@/sync/testing/rows";
import { smallTables } from "@/sync/testing/tab";
import { useTold } from "@/ui/Toast";
import type { Command } from "@/wire/generated";
import { duplicateTickets } from "./duplicate";
import { saveTicketTemplate } from "./templates";

let offline = true;
const sent: string[] = [];
const take = (commands: Command[]) => Promise.resolve(commands.map(({ kind }) => (sent.push(kind), { ok: true }) as never));
vi.mock("@/api/workspaces", async (original) => ({
  ...(await original<typeof Api>()),
  loadDescriptions: () => (offline ? Promise.reject(new TypeError("offline")) : Promise.resolve({ descriptions: {} })),
}));
vi.mock("@/sync/store", async (original) => ({
  ...(await original<typeof Store>()),
  dispatch: (command: Command) => take([command]).then(([answer]) => answer),
  dispatchAll: (commands: Command[]) => take(commands),
}));

beforeEach(() => {
  offline = true;
  sent.length = 0;
  useTold.setState({ told: null });
  useTroupe.setState({ ...viewOf(smallTables(), workspaceId), me: ana, capabilities: capabilitiesOf.owner });
});

const task = ticket(1).id;
it.each([
  ["a copy", () => duplicateTickets([task]), "ticket.create"],
  ["a template", () => saveTicketTemplate(task, "Weekly", null), "template.create"],
])("%s that could not be loaded without a network is made by a button of the toast", async (_, run, kind) => {
  await run();
  const { told } = useTold.getState();
  expect([told?.refusal, told?.action?.name, sent]).toEqual([true, "Try again", []]);
  offline = false;
  told?.action?.onClick();
  await vi.waitFor(() => expect(sent).toContain(kind));
});
