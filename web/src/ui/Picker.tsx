import type { ReactNode } from "react";
import { laterComponent } from "@/lib/later";
import styles from "./Picker.module.css";
import { Popover, type PopoverProps } from "./Popover";
import { useOpen } from "./useOpen";

/** The list of a picker, for places with a surface of their own. */
export const PickerList = laterComponent(async () => (await import("./PickerList")).PickerList);

export interface PickerOption {
  id: string;
  name: string;
  /** A status, a face, a dot. */
  picture?: ReactNode;
  /** Other texts that find it: a user name, a number. */
  keywords?: string[];
  meta?: string;
}

export interface PickerListProps {
  /** The kind of value: "Status". */
  name: string;
  keys?: string | undefined;
  options: readonly PickerOption[];
  /** The chosen ids. In a multi-select, a value that only some of the tasks have is `mixed`. */
  selected: readonly string[];
  mixed?: readonly string[] | undefined;
  /** Keeps the list open and shows checkboxes. */
  multi?: boolean | undefined;
  onPick: (id: string) => void;
  /** Shows a last row that creates the typed name: Create label “x”. */
  create?: { name: string; onCreate: (typed: string) => void } | undefined;
  /** Finds options by the typed text, behind `options`, which are shown until a text is typed. The same function until its results change. */
  find?: ((typed: string) => Promise<readonly PickerOption[]>) | undefined;
  /** The initial search: what was typed before the picker had the focus. */
  search?: string | undefined;
  onDone: () => void;
  /** How the list looks on a surface other than a popover. */
  look?: PickerLook | undefined;
}

/** The list of a picker as a level of another surface: without digits, which would choose before a person has typed. */
export interface PickerLook {
  /** Stands in front of the search field, and says what the list is about. */
  lead: ReactNode;
  placeholder: string;
  /** Called for Backspace in the empty field. */
  onBack: () => void;
  /** The options that a typed text means, and else the reason why it means none; absent if a text filters the options. */
  read?: ((typed: string) => readonly PickerOption[] | string) | undefined;
  classes: Readonly<Record<"root" | "search" | "options" | "item" | "nothing", string | undefined>>;
}

export interface PickerProps
  extends Omit<PickerListProps, "onDone" | "look">, Omit<PopoverProps, "name" | "children" | "className"> {}

/** A menu with a search field, for every value that is one of many. */
export function Picker({ trigger, anchor, open, onOpenChange, align, side, onReturnFocus, ...list }: PickerProps) {
  const [isOpen, setOpen] = useOpen(open, onOpenChange);
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
