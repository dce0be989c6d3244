import { t } from "@lingui/core/macro";
import { X } from "lucide-react";
import { useEffect, type ComponentPropsWithRef, type ReactNode, type RefObject } from "react";
import { nameIn, type FieldId, type With } from "@/fields/field";
import { cx } from "@/lib/cx";
import { useLatest } from "@/lib/useLatest";
import { Icon } from "@/ui/Icon";
import { Picker, type PickerOption } from "@/ui/Picker";
import bar from "./Toolbar.module.css";

/** The three parts of a chip that open. */
export type Part = "field" | "operator" | "value";

/** What the toolbar gives each chip. */
export interface Frame {
  field: With<"filter">;
  /** The fields that the chip may change to. */
  fields: readonly With<"filter">[];
  /** The part that is open. */
  open: Part | null;
  onOpen: (part: Part | null) => void;
  /** True if the operator gets the focus, because the chip has just taken the place of another one. */
  focused: boolean;
  onField: (id: FieldId) => void;
  onRemove: () => void;
}

/** The surfaces of the three parts of a chip. A surface gives the focus back to its button. */
export function useParts(whole: RefObject<HTMLElement | null>, { open, onOpen, focused }: Pick<Frame, "open" | "onOpen" | "focused">) {
  const now = useLatest(open);
  const focus = (part: Part) => whole.current?.querySelector<HTMLElement>(`[data-part="${part}"]`)?.focus();
  useEffect(() => {
    if (focused) whole.current?.querySelector<HTMLElement>('[data-part="operator"]')?.focus();
  }, [focused, whole]);
  const surface = (part: Part) => ({
    open: open === part,
    onOpenChange: (isOpen: boolean) => onOpen(isOpen ? part : null),
    onReturnFocus() {
      // The next part, or what was clicked, has the focus already.
      if (now.current !== null || (document.activeElement ?? document.body) !== document.body) return;
      // A condition that asks for no value has no button for it.
      focus("operator");
      focus(part);
    },
  });
  return { field: surface("field"), operator: surface("operator"), value: surface("value") };
}

interface ValueButtonProps extends ComponentPropsWithRef<"button"> {
  value: string;
}

/** The button of the value. */
export const ValueButton = ({ value, ...rest }: ValueButtonProps) => (
  <button {...rest} type="button" className={bar.value} data-part="value">
    <span className={bar.what} dir="auto">{value}</span>
  </button>
);

interface ChipFrameProps extends Omit<Frame, "open" | "onOpen" | "focused"> {
  whole: RefObject<HTMLSpanElement | null>;
  parts: ReturnType<typeof useParts>;
  operators: readonly PickerOption[];
  /** The id and the words of the operator. */
  operator: string;
  said: string;
  onOperator: (id: string) => void;
  /** The button of the value and its surface. */
  children: ReactNode;
}

/** One filter as a chip: its field, its operator and its value, each a button, and a button to remove it. */
export function ChipFrame({ whole, parts, field, fields, onField, onRemove, operators, operator, said, onOperator, children }: ChipFrameProps) {
  const name = nameIn(field, "filter");
  return (
    <span ref={whole} className={bar.chip} role="group" aria-label={t`Filter: ${name}`} data-chip>
      <Picker
        {...parts.field}
        name={t`Field of the filter`}
        options={fields.map((each) => ({ id: each.id, name: nameIn(each, "filter"), picture: <Icon of={each.filter.icon} /> }))}
        selected={[field.id]}
        onPick={onField}
        trigger={
          <button type="button" className={bar.part} data-part="field" aria-label={t`${name}: change the field`}>
            <Icon of={field.filter.icon} size={14} />
            {name}
          </button>
        }
      />
      <Picker
        {...parts.operator}
        name={t`Operator`}
        options={operators}
        selected={[operator]}
        onPick={onOperator}
        trigger={
          <button type="button" className={cx(bar.part, bar.operator)} data-part="operator" aria-label={t`${name} ${said}: change the operator`}>
            {said}
          </button>
        }
      />
      {children}
      <button type="button" className={bar.remove} aria-label={t`Remove filter ${name}`} onClick={onRemove}>
        <Icon of={X} size={12} />
      </button>
    </span>
  );
}
