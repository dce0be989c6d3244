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
}

export interface PickerProps
  extends Omit<PickerListProps, "onDone">, Omit<PopoverProps, "name" | "children" | "className"> {}

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
