import { t } from "@lingui/core/macro";
import type { Command, EntityKind } from "@/wire/generated";
import { rowKinds, type RowKind, type Rows, type Tables } from "../tables/tables";
import { activity } from "./activity";
import { attribute } from "./attribute";
import { component } from "./component";
import { fixVersion } from "./fixVersion";
import { importJob } from "./import";
import type { Before, CommandRules, CommandsOf, Described, Home, Kind, KnownToDescribe, Rules, Touch } from "./kind";
import { label } from "./label";
import { link } from "./link";
import { list } from "./list";
import { member } from "./member";
import { option } from "./option";
import { reaction } from "./reaction";
import { role } from "./role";
import { share } from "./share";
import { status } from "./status";
import { taskType } from "./taskType";
import { ticket } from "./ticket";
import { ticketSubscription } from "./ticketSubscription";
import { workspace } from "./workspace";
import type { PredictContext, World } from "./world";

/** Every kind of entity. A kind of the wire that has no entry here does not compile. */
const kinds: { readonly [E in EntityKind]: Kind<E> } = {
  workspace,
  member,
  status,
  list,
  label,
  attribute,
  option,
  taskType,
  component,
  fixVersion,
  ticket,
  link,
  activity,
  reaction,
  role,
  share,
  import: importJob,
  ticketSubscription,
};

const rules = Object.assign({}, ...Object.values(kinds).map(({ commands }) => commands)) as Rules<CommandsOf<EntityKind>>;

/**
 * The rules of a command. Undefined for a command of another build, which may be kept from an earlier visit. Does not
 * compile if a command belongs to no kind.
 */
function rulesOf({ kind }: Command): CommandRules<Command> | undefined {
  return Object.hasOwn(rules, kind) ? (rules[kind] as CommandRules<Command>) : undefined;
}

export function predict(world: World, command: Command, context: PredictContext): void {
  rulesOf(command)?.predict(world, command, context);
}

export function inverseOf(before: Before, command: Command): Command[] | null {
  return rulesOf(command)?.inverse(before, command) ?? null;
}

export function touchesOf(command: Command): Touch[] {
  return rulesOf(command)?.touches(command) ?? [];
}

export function stepNameOf(command: Command): string {
  return rulesOf(command)?.stepName(command) ?? t`changes`;
}

export function describe(view: KnownToDescribe, command: Command): Described {
  return rulesOf(command)?.describe(view, command) ?? { what: t`An edit that this version doesn't recognize`, text: null };
}

/** The ids of the rows of a snapshot that live in the person's own scope. */
export function personalRows(tables: Tables): string[] {
  return rowKinds.flatMap((kind) => personalRowsOf(kind, tables));
}

function personalRowsOf<K extends RowKind>(kind: K, tables: Tables): string[] {
  const home = kinds[kind].home as (row: Rows[K], tables: Tables) => Home;
  return Object.values<Rows[K]>(tables[kind]).flatMap((row) => (home(row, tables) === "personal" ? [row.id] : []));
}
