import type { LucideIcon } from "lucide-react";
import { ToggleGroup } from "radix-ui";
import { cx } from "@/lib/cx";
import { isMirrored } from "@/lib/direction";
import { Icon } from "./Icon";
import styles from "./Segmented.module.css";

interface SegmentedControlProps<Id extends string> {
  name: string;
  options: readonly { id: Id; name: string; icon?: LucideIcon }[];
  value: Id;
  onChange: (id: Id) => void;
  full?: boolean;
}

/** Two to five choices, of which one is active. */
export function SegmentedControl<Id extends string>({
  name,
  options,
  value,
  onChange,
  full = false,
}: SegmentedControlProps<Id>) {
  return (
    <ToggleGroup.Root
      type="single"
      dir={isMirrored() ? "rtl" : "ltr"}
      value={value}
      // Radix reports "" when the active choice is pressed again; one choice is always active.
      onValueChange={(id) => id !== "" && onChange(id as Id)}
      aria-label={name}
      className={cx(styles.track, full && styles.full)}
    >
      {options.map((option) => (
        <ToggleGroup.Item key={option.id} value={option.id} className={styles.segment}>
          {option.icon && <Icon of={option.icon} size={14} />}
          {option.name}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
