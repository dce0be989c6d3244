/** The tasks that are open beside a page, from left to right, by their names in the address (`KEY-12`, or an id). */
export interface Panes {
  names: readonly string[];
  /** The place of the pane that keys act on; -1 if no task is open. */
  active: number;
}

export const noPanes: Panes = { names: [], active: -1 };

/** More tasks than this are not kept open: they would neither fit a screen nor an address that people share. */
export const most = 4;

/** The parameters that name the panes on each side of the active one, which the path of the address names. */
const [LEFT, RIGHT] = ["left", "right"] as const;

/** The parameter that opens the text of the active pane on a page of its own (`features/ticket/text-page`). Other panes have none. */
const TEXT = "text";

/** Only keys and ids are written as they are; other text in an address names no task. */
const isName = (text: string) => /^[\w-]{1,64}$/.test(text);

/** The key of a task may be typed in small letters. */
export const isSameName = (a: string, b: string): boolean => a.toUpperCase() === b.toUpperCase();

const placeOf = ({ names }: Panes, name: string): number => names.findIndex((each) => isSameName(each, name));

/** The panes that an address names. A task that it names twice has one pane. */
export function readPanes(name: string | null, search: string): Panes {
  if (name === null) return noPanes;
  const said = new URLSearchParams(search);
  const known: string[] = [name];
  const side = (parameter: string) =>
    (said.get(parameter) ?? "").split(",").filter((each) => {
      const isNew = isName(each) && known.length < most && !known.some((other) => isSameName(other, each));
      if (isNew) known.push(each);
      return isNew;
    });
  const left = side(LEFT);
  return { names: [...left, name, ...side(RIGHT)], active: left.length };
}

/** The parameters of an address without its panes and what they show. */
export function withoutPanes(search: string): string {
  const said = new URLSearchParams(search);
  const own = [LEFT, RIGHT, TEXT].filter((name) => said.has(name));
  if (own.length === 0) return search;
  for (const name of own) said.delete(name);
  return written(said);
}

/** The parameters of an address with other panes. */
function withPanes(search: string, { names, active }: Panes): string {
  const rest = withoutPanes(search);
  const said = new URLSearchParams(rest);
  const [left, right] = [names.slice(0, Math.max(active, 0)), names.slice(active + 1)].map((side) => side.filter(isName).join());
  if (left) said.set(LEFT, left);
  if (right) said.set(RIGHT, right);
  return left || right ? written(said) : rest;
}

const written = (said: URLSearchParams): string => (said.size === 0 ? "" : `?${said.toString().replaceAll("%2C", ",").replaceAll("%3A", ":")}`);

/** The address of a page with panes. `base` is the path of the page without a task. */
export function addressOf(base: string, search: string, panes: Panes): string {
  const name = panes.names[panes.active];
  return `${name === undefined ? base : `${base}/${encodeURIComponent(name)}`}${withPanes(search, panes)}`;
}

export const activated = (panes: Panes, at: number): Panes => (panes.active === at || panes.names[at] === undefined ? panes : { ...panes, active: at });

/** Shows a task in the pane at a place. A task that has a pane already becomes active there. */
export function openedIn(panes: Panes, at: number, name: string): Panes {
  const known = placeOf(panes, name);
  if (known >= 0) return activated(panes, known);
  return panes.names[at] === undefined ? { names: [name], active: 0 } : renamed({ ...panes, active: at }, at, name);
}

/** The same task has another name now. */
export const renamed = ({ names, active }: Panes, at: number, name: string): Panes => ({ names: names.with(at, name), active });

/** Opens a task in a pane of its own, right of the active one. If there are too many, the leftmost of the others closes. */
export function openedBeside(panes: Panes, name: string): Panes {
  if (panes.active < 0 || placeOf(panes, name) >= 0) return openedIn(panes, panes.active, name);
  const names = panes.names.toSpliced(panes.active + 1, 0, name);
  const next = { names, active: panes.active + 1 };
  return names.length > most ? closed(next, panes.active === 0 ? 2 : 0) : next;
}

/** Closes a pane. If it was the active one, the pane at its right becomes active, or else the last one. */
export function closed({ names, active }: Panes, at: number): Panes {
  const rest = names.toSpliced(at, 1);
  return { names: rest, active: Math.min(at < active ? active - 1 : active, rest.length - 1) };
}

/**
 * The panes after the address has changed. A link that opens a task over the same page names that task alone; then the
 * task takes the place of the active one, and the other panes stay.
 */
export function arrived(before: Panes, now: Panes, byLink: boolean): Panes {
  const [name] = now.names;
  const next = byLink && name !== undefined && now.names.length === 1 && before.names.length > 1 ? openedIn(before, before.active, name) : now;
  const isSame = next.active === before.active && next.names.length === before.names.length && next.names.every((each, at) => each === before.names[at]);
  return isSame ? before : next;
}

/** A pane on the screen. It keeps its number while its task changes and other panes open and close. */
export interface Slot {
  id: number;
  name: string;
}

/** Gives each name a slot: the slot of that name, or else the slot at the same place if its own name is gone, or else a new one. */
export function slotsOf(before: readonly Slot[], names: readonly string[]): readonly Slot[] {
  const isKept = ({ name }: Slot) => names.includes(name);
  let newest = Math.max(0, ...before.map(({ id }) => id));
  const used = new Set<number>();
  // With as many panes as before, a pane whose task is gone shows the new task of its place.
  const inPlace = names.length === before.length;
  return names.map((name, at) => {
    const own = before.find((slot) => slot.name === name);
    const there = before[at];
    const slot = own ?? (inPlace && there && !isKept(there) ? there : undefined);
    const id = slot !== undefined && !used.has(slot.id) ? slot.id : (newest += 1);
    used.add(id);
    return slot?.id === id && slot.name === name ? slot : { id, name };
  });
}
