import { ChevronDown, OctagonAlert } from "lucide-react";
import { useId, type ComponentPropsWithRef, type ReactNode } from "react";
import { cx } from "@/lib/cx";
import styles from "./Field.module.css";
import { Icon } from "./Icon";

interface FieldProps {
  label: string;
  /** Content at the right of the label. */
  aside?: ReactNode;
  hint?: string | undefined;
  error?: string | null | undefined;
  /** Receives the properties that connect the control to its label and its message. */
  children: (tied: { id: string; "aria-describedby"?: string; "aria-invalid"?: true }) => ReactNode;
}

/** A label, a control and a message: an error replaces the hint. */
export function Field({ label, aside, hint, error, children }: FieldProps) {
  const id = useId();
  const message = error ?? hint;
  const messageId = `${id}-message`;
  return (
    <div className={styles.field}>
      <div className={styles.label}>
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      {children({
        id,
        ...(message && { "aria-describedby": messageId }),
        ...(error && { "aria-invalid": true as const }),
      })}
      {message && (
        <p id={messageId} className={cx(styles.message, error && styles.error)} {...(error && { role: "alert" })}>
          {error && <Icon of={OctagonAlert} size={13} />}
          {message}
        </p>
      )}
    </div>
  );
}

interface InputProps extends Omit<ComponentPropsWithRef<"input">, "size"> {
  /** 36 px, in forms that fill a page. */
  tall?: boolean;
}

/** One line of text. */
export function Input({ tall = false, className, ...rest }: InputProps) {
  return <input dir="auto" className={cx(styles.input, tall && styles.tall, className)} {...rest} />;
}

/** A native select. */
export function Select({ className, children, ...rest }: ComponentPropsWithRef<"select">) {
  return (
    <span className={styles.select}>
      <select className={cx(styles.input, className)} {...rest}>
        {children}
      </select>
      <Icon of={ChevronDown} size={14} />
    </span>
  );
}

interface TextFieldProps extends InputProps, Pick<FieldProps, "label" | "aside" | "hint" | "error"> {}

/** A text field of one line with its label. */
export function TextField({ label, aside, hint, error, ...input }: TextFieldProps) {
  return (
    <Field label={label} aside={aside} hint={hint} error={error}>
      {(tied) => <Input {...input} {...tied} />}
    </Field>
  );
}
