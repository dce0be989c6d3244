import { t } from "@lingui/core/macro";
import type { Ticket } from "@/wire/generated";
import type { Field, FieldId } from "../field";
import type { Config, Option, Options } from "../options";
import { people } from "../people";
import { systemFields } from "../system";
import { valueAmong, type DateValue, type EntryValue, type Many, type One, type Value } from "../value";
import { conditionForm, type ConditionForm } from "../arrange/condition";
import { dayIn } from "../arrange/filter";

export type Form = "choice" | ConditionForm;

/** A value that a filter can compare. */
export type Comparable = One | Many | DateValue | EntryValue;

/** A field that a filter may name. */
export interface Known {
  id: FieldId;
  /** Names the field in texts: a word, or the id of an attribute. */
  word: string;
  /** The name of an attribute, or the one that the workspace has given to the field; null for any other field. */
  name: string | null;
  form: Form;
  value: Comparable;
  /** True if the options are people. */
  isOfPeople: boolean;
  options: readonly Option[];
  /** An option, also one that is no longer offered. */
  find: (id: string) => Option | undefined;
}

export type Language = readonly Known[];

const yes: Option = {
  id: "true",
  get name() {
    return t`Yes`;
  },
};
const boxes: Options = { all: () => [yes], find: (_, id) => (id === yes.id ? yes : undefined) };
const nothing: Options = { all: () => [], find: () => undefined };
const never = () => ({});

/** The value of a field as a filter compares it: a day of a moment, a choice of a yes or no. Null if a filter cannot compare it. */
export function comparable(value: Value): Comparable | null {
  switch (value.kind) {
    case "one":
    case "many":
    case "date":
    case "entry":
      return value;
    case "line":
      return { kind: "entry", form: "text", read: value.read, write: never, objection: () => null, start: never };
    case "flag":
      return { kind: "one", options: boxes, read: (ticket: Ticket) => (value.read(ticket) ? yes.id : null), write: never };
    case "parent":
      return { kind: "one", options: nothing, read: value.read, write: never };
    case "moment":
      return { kind: "date", read: dayIn(value), write: never };
    default:
      return null;
  }
}

/** What the filters of a workspace may name: its fields, and their options as the person sees them. */
export function languageOf(fields: readonly Field[], config: Config): Language {
  const renamed = new Set(Object.values(config.systemAttributes).flatMap(({ key, name }) => (name === null ? [] : [systemFields[key]])));
  return fields.flatMap((field): Known[] => {
    const value = comparable(valueAmong(field.value, config));
    if (value === null) return [];
    const options = value.kind === "one" || value.kind === "many" ? value.options : nothing;
    const isNamed = Object.hasOwn(config.attributes, field.id) || renamed.has(field.id);
    return [
      {
        id: field.id,
        word: field.word,
        name: isNamed ? field.name() : null,
        form: conditionForm(value) ?? "choice",
        value,
        isOfPeople: options === people,
        options: options.all(config),
        find: (id) => (options.search && isUuid(id) ? { id, name: id } : options.find(config, id)),
      },
    ];
  });
}

/** Tickets are named by their ids, and whether one exists is not asked. */
const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** The options with this name, in any case. */
export function called({ options }: Known, name: string): readonly Option[] {
  const wanted = name.toLowerCase();
  return options.filter((option) => option.name.toLowerCase() === wanted);
}
