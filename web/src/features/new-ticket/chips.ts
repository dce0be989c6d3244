import type { Field, FieldId } from "@/fields/field";
import { lists } from "@/fields/lists";
import type { Config } from "@/fields/options";
import { readTokens, withoutTokens, type Known, type Reading, type Token } from "@/fields/tokens/tokens";
import { chosenIn, type Draft } from "./draft";

/** A value that was typed in the title and has left it. */
export interface Chip extends Pick<Token, "field" | "value" | "text"> {
  /** The place in the title where its text stood. */
  at: number;
  /** The values that its field had before. */
  replaced: readonly string[];
}

/** What a person has written so far. */
export interface Written {
  draft: Draft;
  chips: readonly Chip[];
  /** The texts of chips that the person has turned back into text. They stay text. */
  left: readonly string[];
}

/** What a title may name: the fields of this dialog, with their options. */
export interface Naming {
  known: Known;
  fields: readonly Field[];
  config: Config;
}

export const untouched = (draft: Draft): Written => ({ draft, chips: [], left: [] });

const valued = (draft: Draft, field: FieldId, values: readonly string[]): Draft => ({ ...draft, values: { ...draft.values, [field]: values } });

/** The chips whose value the draft still has. If a button removes a value, its chip disappears too. */
export const shownChips = ({ draft, chips }: Pick<Written, "draft" | "chips">): readonly Chip[] => chips.filter(({ field, value }) => draft.values[field]?.includes(value));

/** The values of a field that are shown as chips. */
export const chipsOf = (chips: readonly Chip[], { id }: Pick<Field, "id">): readonly string[] => chips.flatMap(({ field, value }) => (field === id ? [value] : []));

/** The values of a field with one more. The first list that a title names replaces the lists that the page suggested. */
function adding({ draft, chips }: Written, { field: id, value }: Token, { fields, config }: Naming): readonly string[] {
  const field = fields.find((each) => each.id === id);
  const chosen = chosenIn(draft, { id });
  if (chosen.includes(value)) return chosen;
  if (field?.value.kind !== "many") return [value];
  const kept = id === lists.id && !chips.some((chip) => chip.field === id) ? [] : chosen;
  const lost = field.value.loses?.(config, kept, value) ?? [];
  return [...kept.filter((one) => !lost.includes(one)), value];
}

/** Moves tokens from the title into the values. `caret` is the position of the caret in the title. */
export function withTokens(written: Written, tokens: readonly Token[], naming: Naming, caret: number): { written: Written; caret: number } {
  const rest = withoutTokens(written.draft.title, tokens, caret);
  const next = tokens.reduce<Written>((now, token, at) => {
    const { field, value, text } = token;
    const chip: Chip = { field, value, text, at: rest.places[at] ?? 0, replaced: chosenIn(now.draft, { id: field }) };
    const others = now.chips.filter((other) => other.field !== field || other.value !== value);
    return { ...now, draft: valued(now.draft, field, adding(now, token, naming)), chips: [...others, chip] };
  }, typed(written, rest.title));
  return { written: next, caret: rest.caret };
}

/** Moves complete tokens from the title into the values. */
export function taking(written: Written, naming: Naming, caret: number, reading: Reading = {}): { written: Written; caret: number } {
  const tokens = readTokens(written.draft.title, naming.known, { ...reading, left: written.left });
  return tokens.length === 0 ? { written, caret } : withTokens(written, tokens, naming, caret);
}

/** Takes a new title. Chips after the change keep their place among the words. */
export function typed(written: Written, title: string): Written {
  const before = written.draft.title;
  let same = 0;
  while (same < before.length && before[same] === title[same]) same += 1;
  const longer = title.length - before.length;
  const chips = written.chips.map((chip) => (chip.at > same ? { ...chip, at: Math.max(same, chip.at + longer) } : chip));
  return { ...written, draft: { ...written.draft, title }, chips };
}

/** Removes a chip and its value. Values that the chip has replaced come back. */
export function withoutChip(written: Written, { field, value, replaced }: Chip, { fields }: Pick<Naming, "fields">): Written {
  const { draft, chips } = written;
  const many = fields.find((each) => each.id === field)?.value.kind === "many";
  const rest = chosenIn(draft, { id: field }).filter((one) => one !== value);
  const others = many && rest.length > 0 ? rest : replaced.filter((one) => one !== value);
  return { ...written, draft: valued(draft, field, others), chips: chips.filter((chip) => chip.field !== field || chip.value !== value) };
}

/** Turns a chip back into text where it stood in the title. The text then stays text. */
export function asText(written: Written, chip: Chip, naming: Pick<Naming, "fields">): { written: Written; caret: number } {
  const without = withoutChip(written, chip, naming);
  const { title } = without.draft;
  const at = Math.min(chip.at, title.length);
  const space = at > 0 && !/\s$/.test(title.slice(0, at)) ? " " : "";
  const gap = at < title.length && !/^\s/.test(title.slice(at)) ? " " : "";
  const text = `${space}${chip.text}`;
  const next = typed(without, `${title.slice(0, at)}${text}${gap}${title.slice(at)}`);
  return { written: { ...next, left: [...next.left, chip.text] }, caret: at + text.length };
}

/** The chip that Backspace turns back into text: the last one that stood where the caret is. */
export const chipAt = (written: Written, caret: number): Chip | undefined => shownChips(written).findLast(({ at }) => at === caret);
