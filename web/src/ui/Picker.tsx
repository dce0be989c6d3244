import { Command } from "cmdk";
import { Check, Plus, Search } from "lucide-react";
import { useState, type KeyboardEvent, type ReactNode } from "react";
import { cx } from "@/lib/cx";
import { CheckMark } from "./Checkbox";
import { Icon } from "./Icon";
import { Keys } from "./Keys";
import styles from "./Picker.module.css";
import { Popover, type PopoverProps } from "./Popover";
import surface from "./surface.module.css";

export interface PickerOption {
  id: string;
  name: string;
  /** A status, a face, a dot. */
  picture?: ReactNode;
  /** What else finds it: a user name, a number. */
  keywords?: string[];
  meta?: string;
}

interface PickerListProps {
  /** What is chosen: "Status". */
  name: string;
  keys?: string | undefined;
  options: readonly PickerOption[];
  /** The ids that hold now; in a multi-select those of some of several things may be `mixed`. */
  selected: readonly string[];
  mixed?: readonly string[] | undefined;
  /** Keeps the list open and shows checkboxes. */
  multi?: boolean | undefined;
  onPick: (id: string) => void;
  /** Shows a last row that makes what was typed: New label "x". */
  create?: { name: string; onCreate: (typed: string) => void } | undefined;
  onDone: () => void;
}

export interface PickerProps
  extends Omit<PickerListProps, "onDone">, Omit<PopoverProps, "name" | "children" | "className"> {}

/** A menu with a search line: the combobox behind every value that is one of many. */
export function Picker({ trigger, anchor, open, onOpenChange, align, side, onReturnFocus, ...list }: PickerProps) {
  const [ownOpen, setOwnOpen] = useState(false);
  const isOpen = open ?? ownOpen;
  const setOpen = (next: boolean) => {
    setOwnOpen(next);
    onOpenChange?.(next);
  };
  return (
    <Popover
      name={list.name}
      trigger={trigger}
      anchor={anchor}
      open={isOpen}
      onOpenChange={setOpen}
      className={styles.picker}
      onReturnFocus={onReturnFocus}
      {...(align && { align })}
      {...(side && { side })}
    >
      <PickerList {...list} onDone={() => setOpen(false)} />
    </Popover>
  );
}

/** The list inside, for places that bring their own surface. */
export function PickerList({
  name,
  keys,
  options,
  selected,
  mixed = [],
  multi = false,
  onPick,
  create,
  onDone,
}: PickerListProps) {
  const [query, setQuery] = useState("");
  const typed = query.trim();
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
      onKeyDown={chooseByDigit}
      {...(!multi && current !== undefined && { defaultValue: current })}
    >
      <div className={styles.search}>
        <Icon of={Search} size={14} />
        <Command.Input value={query} onValueChange={setQuery} placeholder={name} autoFocus />
        {keys !== undefined && <Keys keys={keys} />}
      </div>
      <Command.List className={styles.options} label={name}>
        {!(create && typed !== "") && <Command.Empty className={styles.nothing}>Nothing by that name</Command.Empty>}
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
          <Command.Item className={surface.item} value={`create ${typed}`} onSelect={make} forceMount>
            <Icon of={Plus} />
            <span className={surface.text}>
              New {create.name} “{typed}”
            </span>
          </Command.Item>
        )}
      </Command.List>
    </Command>
  );
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
      <span className={surface.text} title={option.name}>
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
