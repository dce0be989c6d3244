import { t } from "@lingui/core/macro";
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

const nothing: readonly PickerOption[] = [];

/** Matches the name and the keywords. The value is an id, whose letters and digits would match nearly every search. */
const filter = (_id: string, query: string, keywords: string[] = []) => defaultFilter(keywords.join(" "), query);

/** The list of a picker, for places with a surface of their own. */
export function PickerList({
  name,
  keys,
  options: offered,
  selected,
  mixed = [],
  multi = false,
  onPick,
  create,
  find,
  search = "",
  onDone,
  look,
}: PickerListProps) {
  const [query, setQuery] = useTypedText(search);
  const typed = query.trim();
  const read = typed === "" ? undefined : look?.read?.(typed);
  const own = read === undefined ? offered : typeof read === "string" ? nothing : read;
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
  const press = (event: KeyboardEvent) => {
    if (look) {
      if (event.key !== "Backspace" || query !== "" || event.nativeEvent.isComposing) return;
      // The field of the level before gets the focus, and would take the key as its own.
      event.preventDefault();
      return look.onBack();
    }
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
      shouldFilter={find === undefined && read === undefined}
      onKeyDown={press}
      className={look?.classes.root}
      {...(!multi && current !== undefined && search === "" && { defaultValue: current })}
    >
      <div className={look?.classes.search ?? styles.search}>
        {look?.lead ?? <Icon of={Search} size={14} />}
        <Command.Input
          value={query}
          dir="auto"
          onValueChange={setQuery}
          placeholder={look?.placeholder ?? name}
          autoFocus
          // The caret goes behind the character that opened the picker.
          onFocus={({ currentTarget }) => currentTarget.setSelectionRange(query.length, query.length)}
        />
        {keys !== undefined && <Keys keys={keys} />}
      </div>
      <Command.List className={look?.classes.options ?? styles.options} label={name}>
        {!(create && typed !== "") && <Command.Empty className={look?.classes.nothing ?? styles.nothing}>{typeof read === "string" ? read : t`No matches`}</Command.Empty>}
        {options.map((option, index) => (
          <Row
            key={option.id}
            option={option}
            className={look?.classes.item ?? surface.item}
            digit={!look && query === "" && index < 9 ? index + 1 : null}
            checked={selected.includes(option.id) ? true : mixed.includes(option.id) ? "mixed" : false}
            multi={multi}
            onSelect={() => pick(option.id)}
          />
        ))}
        {create && typed !== "" && !known && (
          <Command.Item className={look?.classes.item ?? surface.item} value={`create:${typed}`} onSelect={make} forceMount>
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
  className: string | undefined;
  digit: number | null;
  checked: boolean | "mixed";
  multi: boolean;
  onSelect: () => void;
}

function Row({ option, className, digit, checked, multi, onSelect }: RowProps) {
  return (
    <Command.Item
      className={cx(className, checked === true && styles.current)}
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
      {!multi && checked === "mixed" && <CheckMark checked="mixed" />}
      {digit !== null && (
        <span className={styles.digit} aria-hidden>
          {digit}
        </span>
      )}
    </Command.Item>
  );
}
