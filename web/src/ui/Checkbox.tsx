import type { ComponentPropsWithRef } from "react";
import { cx } from "@/lib/cx";
import styles from "./Checkbox.module.css";

type Checked = boolean | "mixed";

/** The drawing of a checkbox, for rows that are themselves the control. */
export function CheckMark({ checked }: { checked: Checked }) {
  return (
    <span className={cx(styles.mark, checked === true && styles.on, checked === "mixed" && styles.mixed)} aria-hidden>
      {checked === true && (
        <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round">
          <path d="M20 6 9 17l-5-5" />
        </svg>
      )}
    </span>
  );
}

interface CheckboxProps extends Omit<ComponentPropsWithRef<"input">, "type" | "checked" | "name" | "onChange"> {
  checked: Checked;
  /** The accessible name, if there is no label beside it. */
  name?: string;
  onChange: (checked: boolean) => void;
}

/** A native checkbox below the drawing, so that Shift-click, forms and screen readers work as usual. */
export function Checkbox({ checked, name, onChange, className, ...rest }: CheckboxProps) {
  return (
    <span className={cx(styles.box, className)}>
      <CheckMark checked={checked} />
      <input
        type="checkbox"
        checked={checked === true}
        ref={(input) => {
          if (input) input.indeterminate = checked === "mixed";
        }}
        onChange={(event) => onChange(event.target.checked)}
        {...(name !== undefined && { "aria-label": name })}
        {...rest}
      />
    </span>
  );
}
