import fc from "fast-check";
import { addDays } from "@/lib/plainDate";
import { done, ticket, todo } from "@/sync/testing/rows";
import type { Link, LinkEnds, LinkLag, Ticket } from "@/wire/generated";
import type { WorkingDays } from "../calendar";
import { allEnds } from "../ends";
import type { Dates } from "../span";
import type { Plan } from "../constraints";

const canceled = { ...todo, id: "canceled", category: "canceled" } as const;
const table = <T extends { id: string }>(rows: readonly T[]) => Object.fromEntries(rows.map((row) => [row.id, row]));

/** The id of a ticket of a plan. */
export const at = (n: number): string => ticket(n).id;

/** A day of March 2030, which begins on a Friday. */
export const march = (day: number): string => addDays("2030-02-28", day);

/** A ticket of a plan with two days of March; null leaves one out. */
export const task = (n: number, start: number | null, due: number | null, over: Partial<Ticket> = {}): Ticket =>
  ticket(n, { startDate: start === null ? null : march(start), dueDate: due === null ? null : march(due), ...over });

/** The id of the link from one ticket to another. */
export const link = (from: number, to: number): string => `${from}-${to}`;

/** A link that blocks, from one ticket to another, with its lag and its kind. */
type Blocks = readonly [from: number, to: number, lag?: number, ends?: LinkEnds];

/** A plan of tickets and the links that block. */
export function planOf(tickets: readonly Ticket[], blocks: readonly Blocks[]): Plan {
  const links = blocks.map(([from, to]): Link => ({ id: link(from, to), kind: "blocks", fromTicketId: at(from), toTicketId: at(to), createdUserId: "u", createdAt: "" }));
  const linkLags = blocks.flatMap(([from, to, days = 0, ends = "finishToStart"]): LinkLag[] => {
    const row = { id: `lag ${link(from, to)}`, linkId: link(from, to), days, ends: ends === "finishToStart" ? null : ends };
    return days === 0 && row.ends === null ? [] : [row];
  });
  return { tickets: table(tickets), links: table(links), linkLags: table(linkLags), statuses: table([todo, done, canceled]) };
}

/** The plan after a move. */
export const after = (plan: Plan, changes: ReadonlyMap<string, Dates>): Plan => ({
  ...plan,
  tickets: table(Object.values(plan.tickets).map((row) => ({ ...row, ...changes.get(row.id) }))),
});

/** Any week, and some holidays in March and April 2030. */
export const anyDays: fc.Arbitrary<WorkingDays> = fc.record({
  weekdays: fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }),
  holidays: fc.array(fc.nat(120), { maxLength: 12 }).map((some) => new Set(some.map(march))),
});

const anyDates = fc.tuple(fc.nat(60), fc.nat(12), fc.constantFrom("bar", "bar", "bar", "milestone", "startOnly", "none")).map(([start, length, kind]): Dates => {
  const [startDate, dueDate] = [march(start), march(start + length)];
  if (kind === "none") return { startDate: null, dueDate: null };
  return { startDate: kind === "milestone" ? null : startDate, dueDate: kind === "startOnly" ? null : dueDate };
});

const most = 8;
const anyTask = fc.record({ dates: anyDates, statusId: fc.constantFrom(todo.id, todo.id, todo.id, todo.id, done.id, canceled.id) });
const anyBlocks = fc.tuple(fc.integer({ min: 1, max: most }), fc.integer({ min: 1, max: most }), fc.integer({ min: -3, max: 5 }), fc.constantFrom(...allEnds));

/** Plans of some tickets. With `loops`, links may go around; otherwise, they go from lower to higher numbers. */
export const anyPlan = ({ loops }: { loops: boolean }): fc.Arbitrary<Plan> =>
  fc.tuple(fc.array(anyTask, { minLength: most, maxLength: most }), fc.array(anyBlocks, { maxLength: 14 })).map(([tasks, blocks]) => {
    const forward = blocks.filter(([from, to]) => from !== to).map(([from, to, lag, ends]): Blocks => (loops || from < to ? [from, to, lag, ends] : [to, from, lag, ends]));
    return planOf(tasks.map(({ dates, statusId }, index) => ticket(index + 1, { ...dates, statusId })), forward);
  });

/** Moves of one or two tickets of such plans. */
export const anyMoves = fc
  .array(fc.tuple(fc.integer({ min: 1, max: most }), anyDates), { minLength: 1, maxLength: 2 })
  .map((some) => new Map(some.map(([n, dates]) => [at(n), dates])));
