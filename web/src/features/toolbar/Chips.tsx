import { use, useEffect, useState } from "react";
import type { Settings } from "@/fields/arrange/settings";
import { conditionForm } from "@/fields/arrange/condition";
import { withPart, type FieldId, type With } from "@/fields/field";
import type { Chip } from "@/fields/filter/filterLanguage";
import { filterLanguage } from "@/fields/filterLanguage";
import { useFieldsIn } from "@/fields/registry";
import { isChoice } from "@/fields/value";
import { useHotkeys } from "@/lib/hotkeys";
import { useLatest } from "@/lib/useLatest";
import type { Part } from "./ChipFrame";
import { freeOperator, moved, withChoiceOperator, withOperator } from "./chipMoves";
import { keyed, keyFor } from "./chipOrder";
import { ChoiceChip } from "./ChoiceChip";
import { ConditionChip } from "./ConditionChip";
import type { Draft } from "./conditions";
import { another, TEXT } from "./opened";
import { TextFilter } from "./TextFilter";
import { useChips } from "./useChips";

interface ChipsProps extends Pick<Settings, "filters" | "filter"> {
  listId: string | null;
  /** What a menu wants to be opened: the filter of a field, another filter of a field, or the text. */
  opened: string | null;
  onOpened: (opened: string | null) => void;
  onChange: (patch: Pick<Settings, "filters" | "filter">) => void;
}

/** The chip that a person edits, and the part of it that is open. */
interface Spot {
  key: string;
  part: Part | null;
  /** The chip while it has no value: it is shown, and not part of the filter. */
  blank: Chip | null;
  /** The way of comparing that still needs a value. */
  draft: Draft | null;
  /** True if the chip has just taken the place of another one. */
  focused: boolean;
}

const spot = (key: string, part: Part | null, more: Partial<Spot> = {}): Spot => ({ key, part, blank: null, draft: null, focused: false, ...more });

/** The filter of a place: its conditions as chips, in the order of their fields, and what no chip shows as a text. */
export function Chips({ listId, filters, filter, opened, onOpened, onChange }: ChipsProps) {
  const { isEvery } = use(filterLanguage.load());
  const { fields: all, language, stored, split, chips, heldBy } = useChips({ filters, filter });
  const offered = withPart(useFieldsIn(listId), "filter");
  const [at, setAt] = useState<Spot | null>(null);
  const known = withPart(all, "filter");
  const real = keyed(chips, known);
  const isBlank = at !== null && at.blank !== null && !real.some(({ key }) => key === at.key);
  const shown = isBlank && at.blank ? keyed([...chips, at.blank], known) : real;

  const write = (next: readonly Chip[]) => {
    const [held, before] = [next, chips].map((each) => heldBy({ chips: each, rest: split.rest }, language));
    // A part of the text that cannot be read stays until the text is written anew.
    if (held && before) onChange({ filters: held.filters, filter: held.filter === before.filter ? filter : held.filter });
  };
  /** Puts a chip in the place of another one, and says where it is then. */
  const put = (before: Chip, next: Chip, draft: Draft | null = null) => {
    const others = chips.filter((chip) => chip !== before);
    if (next.words.length === 0) {
      if (others.length < chips.length) write(others);
      setAt(spot(keyFor(next, others), "value", { blank: next, draft }));
      return;
    }
    const changed = chips.includes(before) ? chips.map((chip) => (chip === before ? next : chip)) : [...chips, next];
    write(changed);
    const key = keyed(changed, known).find(({ chip }) => chip === next)?.key ?? "";
    setAt(spot(key, null, { focused: true }));
  };

  const openFilter = useLatest((wanted: string) => {
    onOpened(null);
    const isAnother = wanted.startsWith(another);
    const id = isAnother ? wanted.slice(another.length) : wanted;
    const field = known.find((each) => each.id === id);
    if (!field) return;
    const [first] = real.filter(({ chip }) => chip.field === id);
    const joined = isChoice(field.value) && isAnother ? freeOperator(field.value, chips.filter((chip) => chip.field === id)) : "any";
    const blank: Chip = first && !isAnother ? { ...first.chip, words: [] } : { field: id, joined, words: [] };
    setAt(spot(first && !isAnother ? first.key : keyFor(blank, chips), "value", { blank }));
  });
  useEffect(() => {
    if (opened !== null && opened !== TEXT) openFilter.current(opened);
  }, [opened, openFilter]);

  // A chip that never got a value stays while the person is at a chip.
  const waits = isBlank && at.part === null;
  useEffect(() => {
    if (!waits) return;
    const leave = ({ target }: Event) => {
      if (!(target instanceof Element && target.closest("[data-chip]"))) setAt(null);
    };
    const kinds = ["pointerdown", "focusin"];
    for (const kind of kinds) document.addEventListener(kind, leave);
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, leave);
    };
  }, [waits]);

  useHotkeys({
    "Shift+F": () => {
      const last = real.at(-1)?.chip;
      if (!last) return false;
      write(chips.filter((chip) => chip !== last));
    },
  });

  const chipFor = (key: string, chip: Chip, field: With<"filter">) => {
    const { value } = field;
    const form = conditionForm(value);
    const here = at?.key === key ? at : null;
    const frame = {
      chip,
      field,
      fields: offered,
      open: here?.part ?? null,
      focused: here?.focused ?? false,
      onOpen(part: Part | null) {
        if (part !== null) setAt(spot(key, part, { blank: { ...chip, words: [] } }));
        // The next part may be open already.
        else setAt((now) => (now?.key === key && now.part !== null ? { ...now, part: null, draft: null, focused: false } : now));
      },
      onField(id: FieldId) {
        const to = known.find((each) => each.id === id);
        if (to && to !== field) put(chip, moved(chip, field, to));
      },
      onRemove() {
        setAt(null);
        write(chips.filter((each) => each !== chip));
      },
    };
    if (form !== null)
      return (
        <ConditionChip
          key={key}
          {...frame}
          form={form}
          draft={here?.draft ?? null}
          onOperator={(operator) => {
            const next = withOperator(form, chip, operator);
            if ("chip" in next) put(chip, next.chip);
            else setAt(spot(key, "value", { blank: { ...chip, words: [] }, draft: next.draft }));
          }}
          onTake={(part) => put(chip, { ...chip, ...part })}
        />
      );
    if (!isChoice(value)) return null;
    return (
      <ChoiceChip
        key={key}
        {...frame}
        choice={value}
        free={(operator) => operator === "empty" || operator === "filled" || !chips.some((each) => each !== chip && each.field === chip.field && each.joined === operator)}
        onOperator={(operator) => put(chip, withChoiceOperator(chip, operator))}
        onWords={(words) => {
          const next = { ...chip, words };
          write(chips.includes(chip) ? chips.flatMap((each) => (each !== chip ? [each] : words.length > 0 ? [next] : [])) : [...chips, next]);
        }}
      />
    );
  };
  const left = isEvery(split.rest) && stored.leftOut === 0;
  return (
    <>
      {shown.map(({ key, chip, field }) => chipFor(key, chip, field))}
      {(opened === TEXT || !left) && (
        <TextFilter
          filters={filters}
          filter={filter}
          rest={{ ...stored, filter: split.rest }}
          open={opened === TEXT}
          onOpen={(open) => onOpened(open ? TEXT : null)}
          onChange={onChange}
          onRemove={() => onChange(heldBy({ chips, rest: { all: [] } }, language))}
        />
      )}
    </>
  );
}
