import { t } from "@lingui/core/macro";
import { attributesInOrder, optionsInOrder } from "@/sync/selectors";
import { hasAttribute } from "@/sync/tables/values";
import { attributeTypeIcons, typeOf } from "@/ui/attributeTypes";
import type { Attribute, AttributeType, FieldEdit, FieldValue, LabelSet, Ticket, TicketCreate, TicketPatch } from "@/wire/generated";
import { byNames } from "./arrange/sort";
import { entryOf } from "./entries";
import type { Field } from "./field";
import { labels } from "./labels";
import { once, optionsOf, type Config, type Option, type Options } from "./options";
import { people } from "./people";
import { tasks } from "./tasks";
import type { Many, Value } from "./value";

/** The only option of a checkbox. */
const CHECKED = "true";

const yes: Option = {
  id: CHECKED,
  get name() {
    return t`Yes`;
  },
};

const boxes: readonly Option[] = [yes];
const checkbox: Options = { all: () => boxes, find: (_, id) => (id === CHECKED ? yes : undefined), fixed: (id) => id === CHECKED };

/** The value of a ticket. A ticket outside of the lists of the attribute shows no value, even if its row still holds one. */
const valueIn = (ticket: Ticket, attribute: Attribute): FieldValue | undefined => (hasAttribute(attribute, ticket.lists) ? ticket.fields?.[attribute.id] : undefined);

const nothing: readonly string[] = [];

/** The chosen options of a ticket; none for a value of another type. */
function chosenIn(ticket: Ticket, attribute: Attribute): readonly string[] {
  const value = valueIn(ticket, attribute);
  return Array.isArray(value) ? value : nothing;
}

const patch = (id: string, edit: FieldEdit | null): TicketPatch => ({ fields: { [id]: edit } });
const start = (id: string, value: FieldValue): Partial<TicketCreate> => ({ fields: { [id]: value } });

/** How a value with several ids is read and written. */
const several = (attribute: Attribute): Pick<Many, "read" | "write" | "start"> => ({
  read: (ticket) => chosenIn(ticket, attribute),
  write: ({ add, remove }) => patch(attribute.id, { add, remove }),
  start: (ids) => start(attribute.id, ids),
});

/** How the values of an attribute are read and written. */
function valueOf(attribute: Attribute): Value {
  const { id, type, labelSets, required: kept = false } = attribute;
  switch (type) {
    case "text":
    case "number":
    case "url":
      return entryOf(type, {
        read: (ticket) => valueIn(ticket, attribute),
        write: (value) => patch(id, value),
        start: (value) => start(id, value),
        kept,
      });
    case "date":
      return {
        kind: "date",
        kept,
        read(ticket) {
          const value = valueIn(ticket, attribute);
          return typeof value === "string" ? value : null;
        },
        write: (date) => patch(id, date),
        start: (date) => start(id, date),
      };
    case "checkbox":
      return {
        kind: "one",
        options: checkbox,
        none: { name: () => t`No` },
        read: (ticket) => (valueIn(ticket, attribute) === true ? CHECKED : null),
        write: (option) => patch(id, option === CHECKED ? true : null),
        start: () => start(id, true),
      };
    case "singleSelect":
      return {
        kind: "one",
        kept,
        options: choices(id),
        none: { name: () => t`None` },
        read: (ticket) => chosenIn(ticket, attribute)[0] ?? null,
        write: (option) => patch(id, option === null ? null : [option]),
        start: (option) => start(id, [option]),
      };
    case "multiSelect":
      return {
        kind: "many",
        kept,
        options: labelSets ? labelsOf(labelSets) : choices(id),
        none: { name: () => t`None` },
        shown: "chips",
        ...(labelSets && { loses: (_: Config, own: readonly string[], taken: string) => own.filter((id) => id !== taken && labelSets.some(({ single, labelsOrder }) => single && labelsOrder.includes(id) && labelsOrder.includes(taken))) }),
        ...several(attribute),
      };
    case "users":
      return { kind: "many", kept, options: people, none: { name: () => t`Nobody`, look: { is: "noPerson" } }, shown: "faces", ...several(attribute) };
    case "linkedTasks":
      return { kind: "many", kept, options: tasks, none: { name: () => t`None` }, shown: "chips", ...several(attribute) };
  }
}

const choices = (attributeId: string): Options => ({
  ...optionsOf((config) => lookedAt(optionsInOrder(config, attributeId))),
  gone: () => t`a deleted option`,
  makes: { takes: "manageAttributes", command: (optionId, name) => ({ kind: "option.create", optionId, attributeId, name }) },
});

/** The labels of these sets in their order. A label that has left the sets is found, but not offered. */
function labelsOf(sets: readonly LabelSet[]): Options {
  const { all, find, gone } = labels.value.options;
  const inOrder = once((known: readonly Option[]): readonly Option[] =>
    sets.flatMap(({ name, labelsOrder }) => labelsOrder.flatMap((id) => known.filter((option) => option.id === id).map((option) => ({ ...option, meta: name })))),
  );
  return { all: (config) => inOrder(all(config)), find, gone };
}

const lookedAt = once((rows: ReturnType<typeof optionsInOrder>): readonly Option[] =>
  rows.map(({ id, name, color }) => ({ id, name, look: { is: "label", hue: color } })),
);

/** The widths of columns in pixels. */
const widths: Record<AttributeType, number> = { text: 160, number: 80, date: 84, checkbox: 72, url: 160, singleSelect: 116, multiSelect: 168, users: 88, linkedTasks: 200 };

/** The two directions of an order; absent for types that are ordered by their options. */
const ways: Partial<Record<AttributeType, readonly [() => string, () => string]>> = {
  text: [() => t`A to Z`, () => t`Z to A`],
  number: [() => t`Lowest first`, () => t`Highest first`],
  date: [() => t`Earliest first`, () => t`Latest first`],
  url: [() => t`A to Z`, () => t`Z to A`],
};

/** The key of a ticket in an order by an attribute. */
function keyOf(attribute: Attribute, config: Config): (ticket: Ticket) => string | number | null {
  if (attribute.type === "checkbox") return (ticket) => (valueIn(ticket, attribute) === true ? 0 : 1);
  if (attribute.type !== "singleSelect")
    return (ticket) => {
      const value = valueIn(ticket, attribute);
      return typeof value === "string" || typeof value === "number" ? value : null;
    };
  const places = new Map(optionsInOrder(config, attribute.id).map((option, place) => [option.id, place]));
  return (ticket) => places.get(chosenIn(ticket, attribute)[0] ?? "") ?? null;
}

/** An attribute as a field like every other: a column, a filter, a group, an order, a line of the panel, and so on. */
function fieldOf(attribute: Attribute, place: number, config: Config): Field {
  const { id, name, type, shownOnCards, required, listIds, defaultValue } = attribute;
  const value = valueOf(attribute);
  const icon = attributeTypeIcons[typeOf(attribute)];
  const order = 1_000 + place;
  const isChosen = value.kind === "one" || value.kind === "many";
  const sorted = type === "checkbox" || type === "singleSelect" ? ([() => t`First option first`, () => t`Last option first`] as const) : ways[type];
  return {
    id,
    key: id,
    word: id,
    name: () => name,
    noun: () => name,
    value,
    ...(listIds && { listIds, has: (lists: Ticket["lists"]) => hasAttribute(attribute, lists) }),
    column: { order, width: widths[type], shown: false },
    filter: { order, icon },
    ...(isChosen && { group: { order } }),
    ...(sorted ? { sort: { order, ways: sorted, key: keyOf(attribute, config), collated: type === "text" || type === "url" } } : isChosen && { sort: byNames(order, value) }),
    panel: { order, ...(type === "checkbox" && { nothing: () => t`No` }), ...(required && { nothing: () => t`Required` }) },
    // A default needs no question.
    ...(required && defaultValue == null && { draft: { order, nothing: () => name, icon, required: true } }),
    bulk: { order, icon, more: true },
    card: { order, place: type === "date" ? "foot" : type === "users" ? "end" : "chips", off: !shownOnCards },
    action: { order, icon, keys: [] },
    history: { icon, sentence: value.kind === "many" ? "chosen" : "fromTo" },
  };
}

const none: readonly Field[] = [];
const made = new WeakMap<object, WeakMap<object, readonly Field[]>>();

/** The attributes of a workspace as fields, in their order; the same array until an attribute or an option changes. */
export function attributeFields(config: Config): readonly Field[] {
  const { attributes, options } = config;
  const known = made.get(attributes)?.get(options);
  if (known) return known;
  const rows = attributesInOrder(config);
  const fields = rows.length === 0 ? none : rows.map((attribute, place) => fieldOf(attribute, place, config));
  const ofAttributes = made.get(attributes) ?? new WeakMap<object, readonly Field[]>();
  made.set(attributes, ofAttributes);
  ofAttributes.set(options, fields);
  return fields;
}
