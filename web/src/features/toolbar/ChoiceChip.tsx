import { t } from "@lingui/core/macro";
import { CircleUser } from "lucide-react";
import { useMemo, useRef } from "react";
import { nameIn } from "@/fields/field";
import type { Chip } from "@/fields/filter/filterLanguage";
import { ME, NONE } from "@/fields/options";
import { people } from "@/fields/people";
import { useChoices, useSearch } from "@/fields/useChoices";
import type { Choice } from "@/fields/value";
import type { Placed } from "@/sync/homes";
import { Icon } from "@/ui/Icon";
import { Picker } from "@/ui/Picker";
import { inRow } from "@/words/isolate";
import { ChipFrame, useParts, ValueButton, type Frame } from "./ChipFrame";
import { choiceOperatorName, choiceOperatorOf, choiceOperators, type ChoiceOperator } from "./chipMoves";

interface ChoiceChipProps extends Frame {
  chip: Chip;
  /** How values of the field are chosen. */
  choice: Choice;
  /** True for an operator that no other chip of the field has. */
  free: (operator: ChoiceOperator) => boolean;
  onOperator: (operator: ChoiceOperator) => void;
  onWords: (words: string[]) => void;
}

/** A filter may name every ticket. */
const anywhere: readonly Placed[] = [];

/** A filter that names options, as a chip. */
export function ChoiceChip({ chip, choice, free, open, onOpen, focused, onOperator, onWords, ...frame }: ChoiceChipProps) {
  const { words } = chip;
  const choices = useChoices(choice);
  const searched = useSearch(choice, anywhere, words);
  // A saved view and a link that say "me" mean each of their readers.
  const options = useMemo(() => {
    if (searched) return [...searched.options, ...choices];
    return choice.options === people ? [{ id: ME, name: t`Me`, picture: <Icon of={CircleUser} /> }, ...choices] : choices;
  }, [choice, choices, searched]);
  const operator = choiceOperatorOf(chip);
  const chosen = options.filter(({ id }) => words.includes(id));
  const isBare = (operator === "empty" || operator === "filled") && open !== "value";
  const value = chosen.length === 0 ? "…" : chosen.length > 2 ? t`${chosen.length} values` : inRow(chosen.map((option) => option.name));
  const many = choice.kind === "many" ? 2 : 1;
  const said = choiceOperatorName(choice, isBare ? operator : chip.joined, words.length);
  const name = nameIn(frame.field, "filter");
  const whole = useRef<HTMLSpanElement>(null);
  const parts = useParts(whole, { open, onOpen, focused });
  return (
    <ChipFrame
      {...frame}
      whole={whole}
      parts={parts}
      operators={choiceOperators(choice)
        .filter((each) => each === operator || free(each))
        .map((id) => ({ id, name: choiceOperatorName(choice, id, many), keywords: [choiceOperatorName(choice, id, 3 - many)] }))}
      operator={operator}
      said={said}
      onOperator={(id) => onOperator(id as ChoiceOperator)}
    >
      <Picker
        {...parts.value}
        multi
        name={name}
        anchor={whole}
        options={chip.joined === "all" ? options.filter(({ id }) => id !== NONE) : options}
        find={searched?.find}
        selected={words}
        onPick={(id) => onWords(words.includes(id) ? words.filter((word) => word !== id) : [...words, id])}
        trigger={isBare ? undefined : <ValueButton value={value} aria-label={`${name} ${said} ${value}`} />}
      />
    </ChipFrame>
  );
}
