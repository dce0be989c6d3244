import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Command, defaultFilter } from "cmdk";
import { Check, Plus, Search } from "lucide-react";
import { useEffect, useState, type KeyboardEvent } from "react";
import { cx } from "@/lib/cx";
import { CheckMark } from "./Checkbox";
import { Icon } from "./Icon";
import { Keys } from "./Keys";
import type { PickerListProps, PickerOption } from "./Picker";
import styles from "./Picker.module.css";
import surface from "./surface.module.css";
import { useTypedText } from "./useTypedText";

/** Matches the name and the keywords. The value is an id, whose letters and digits would match nearly every search. */
const filter = (_id: string, query: string, keywords: string[] = []) => defaultFilter(keywords.join(" "), query);

/** The list of a picker, for places with a surface of their own. */
export function PickerList({
  name,
  keys,
  options: own,
  selected,
  mixed = [],
  multi = false,
  onPick,
  create,
  find,
  search = "",
  onDone,
}: PickerListProps) {
  const [query, setQuery] = useTypedText(search);
  const typed = query.trim();
  const found = useFound(find, typed);
  const options = find ? [...(typed === "" ? own : []), ...found.filter(({ id }) => typed !== "" || own.every((option) => option.id !== id))] : own;
  const known = options.some((option) => option.name.toLowerCase() === typed.toLowerCase());
  const pick = (id: string) => {
    onPick(id);
    if (!multi) onDone();
  };
  const make = () => {
    create?.onCreate(typed);
    setQuery("");
    if (!multi) onDone();
  };
  const chooseByDigit = (event: KeyboardEvent) => {
    const option = query === "" && /^[1-9]$/.test(event.key) ? options[Number(event.key) - 1] : undefined;
    if (!option || event.metaKey || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    pick(option.id);
  };
  const [current] = selected;
  return (
    <Command
      label={name}
      loop
      filter={filter}
      shouldFilter={find === undefined}
      onKeyDown={chooseByDigit}
      {...(!multi && current !== undefined && search === "" && { defaultValue: current })}
    >
      <div className={styles.search}>
        <Icon of={Search} size={14} />
        <Command.Input
          value={query}
          dir="auto"
          onValueChange={setQuery}
          placeholder={name}
          autoFocus
          // The caret goes behind the character that opened the picker.
          onFocus={({ currentTarget }) => currentTarget.setSelectionRange(query.length, query.length)}
        />
        {keys !== undefined && <Keys keys={keys} />}
      </div>
      <Command.List className={styles.options} label={name}>
        {!(create && typed !== "") && <Command.Empty className={styles.nothing}><Trans>No matches</Trans></Command.Empty>}
        {options.map((option, index) => (
          <Row
            key={option.id}
            option={option}
            digit={query === "" && index < 9 ? index + 1 : null}
            checked={selected.includes(option.id) ? true : mixed.includes(option.id) ? "mixed" : false}
            multi={multi}
            onSelect={() => pick(option.id)}
          />
        ))}
        {create && typed !== "" && !known && (
          <Command.Item className={surface.item} value={`create:${typed}`} onSelect={make} forceMount>
            <Icon of={Plus} />
            <span className={surface.text}>
              {t`Create ${create.name} “${typed}”`}
            </span>
          </Command.Item>
        )}
      </Command.List>
    </Command>
  );
}

const nothing: readonly PickerOption[] = [];

/** The options that a search finds. Those of the text before stay until the new ones are there. */
function useFound(find: PickerListProps["find"], typed: string): readonly PickerOption[] {
  const [found, setFound] = useState(nothing);
  useEffect(() => {
    let isCurrent = true;
    void find?.(typed).then(
      (options) => isCurrent && setFound(options),
      () => isCurrent && setFound(nothing),
    );
    return () => {
      isCurrent = false;
    };
  }, [find, typed]);
  return found;
}

interface RowProps {
  option: PickerOption;
  digit: number | null;
  checked: boolean | "mixed";
  multi: boolean;
  onSelect: () => void;
}

function Row({ option, digit, checked, multi, onSelect }: RowProps) {
  return (
    <Command.Item
      className={cx(surface.item, checked === true && styles.current)}
      value={option.id}
      keywords={[option.name, ...(option.keywords ?? [])]}
      onSelect={onSelect}
      aria-checked={checked}
    >
      {multi && <CheckMark checked={checked} />}
      {option.picture}
      <span className={surface.text} dir="auto" title={option.name}>
        {option.name}
      </span>
      {option.meta !== undefined && <span className={surface.meta}>{option.meta}</span>}
      {!multi && checked === true && <Icon of={Check} size={14} className={surface.check} />}
      {digit !== null && (
        <span className={styles.digit} aria-hidden>
          {digit}
        </span>
      )}
    </Command.Item>
  );
}
