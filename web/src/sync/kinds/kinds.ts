import { t } from "@lingui/core/macro";
import { later, retryFailed, whenUsable } from "@/lib/later";
import type { Command, EntityKind } from "@/wire/generated";
import { importJob } from "./import";
import type { Before, CommandRules, CommandsOf, Described, FirstKind, Kind, KnownToDescribe, Rules, Touch } from "./kind";
import { ticket } from "./ticket";
import { workspace } from "./workspace";
import type { PredictContext, World } from "./world";

const firstKinds: { readonly [E in FirstKind]: Kind<E> } = { workspace, ticket, import: importJob };

const firstRules = rulesIn<FirstKind>(firstKinds);

/** The rules of all other kinds. They are no part of the first load, so that a new kind does not slow the start of the app. */
const otherRules = later(async () => rulesIn<Exclude<EntityKind, FirstKind>>((await import("./otherKinds")).otherKinds), { idle: false });

function rulesIn<E extends EntityKind>(kinds: { readonly [K in E]: Kind<K> }): Rules<CommandsOf<E>> {
  return Object.assign({}, ...(Object.values(kinds) as Kind<E>[]).map(({ commands }) => commands)) as Rules<CommandsOf<E>>;
}

/** True if the rules of these commands have arrived, so that they can be predicted and taken back. */
export const haveRules = (commands: readonly Command[]): boolean =>
  otherRules.now() !== null || commands.every(({ kind }) => Object.hasOwn(firstRules, kind));

/**
 * Fetches the rules of all kinds. Never rejects: without their rules, commands are sent all the same, and the node
 * decides. After a failure, the next call fetches them again.
 */
export const fetchRules = (): Promise<void> =>
  otherRules.load().then(
    () => undefined,
    (error: unknown) => {
      console.warn("The rules of some edits could not be fetched.", error);
      retryFailed();
    },
  );

// The rules are fetched even in a browser that saves data. Without them, an undo may miss a part of what an edit has changed.
void whenUsable().then(fetchRules);

/** True if all rules have arrived. Without them, the app cannot tell what moves along with a task. */
export const haveAllRules = (): boolean => otherRules.now() !== null;

/** Fetches a part of the app together with all rules, because that part tells people what a command would change. */
export const withRules = async <T>(fetchPart: () => Promise<T>): Promise<T> => (await fetchRules(), fetchPart());

/**
 * The rules of a command. Undefined for a command of another build, which may be kept from an earlier visit, and for one
 * whose rules have not arrived. Does not compile if a command belongs to no kind.
 */
function rulesOf({ kind }: Command): CommandRules<Command> | undefined {
  const all: Partial<Rules<CommandsOf<EntityKind>>> = Object.hasOwn(firstRules, kind) ? firstRules : (otherRules.now() ?? {});
  return Object.hasOwn(all, kind) ? (all[kind] as CommandRules<Command>) : undefined;
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
