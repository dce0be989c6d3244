import type { LucideIcon } from "lucide-react";
import type { ComponentPropsWithRef } from "react";
import { cx } from "@/lib/cx";
import styles from "./Button.module.css";
import { Icon } from "./Icon";
import { Keys } from "./Keys";

interface ButtonProps extends ComponentPropsWithRef<"button"> {
  variant?: "default" | "primary" | "ghost" | "danger";
  /** 28; sm is 24, lg is 36 with larger text, form is 36 for forms. */
  size?: "sm" | "md" | "lg" | "form";
  icon?: LucideIcon;
  /** Shown in empty states only; elsewhere the tooltip shows the keys. */
  keys?: string;
}

/** A button with a word. A region has one primary button. */
export function Button({
  variant = "default",
  size = "md",
  icon,
  keys,
  className,
  type = "button",
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      // oxlint-disable-next-line react/button-has-type -- "button" unless the caller says submit
      type={type}
      className={cx(
        styles.button,
        variant !== "default" && styles[variant],
        size !== "md" && styles[size],
        className,
      )}
      {...rest}
    >
      {icon && <Icon of={icon} size={size === "sm" ? 14 : 16} />}
      {children}
      {keys !== undefined && <Keys keys={keys} />}
    </button>
  );
}
