import { t } from "@lingui/core/macro";
import type { ComponentPropsWithRef, ReactNode } from "react";
import { PresenceRing } from "../PresenceRing";
import { SaveMark } from "../SaveMark";
import styles from "./Properties.module.css";

interface PropertyProps {
  label: string;
  ticketId: string;
  /** The ticket's field, as presence and pending marks name it; absent for a value that cannot be set. */
  field?: string;
  /** A second field that the value shows. */
  also?: string;
  children: ReactNode;
}

/** A label and a value. */
export function Property({ label, ticketId, field, also, children }: PropertyProps) {
  return (
    <div className={styles.property} role="group" aria-label={label}>
      <span className={styles.label} aria-hidden>
        {label}
      </span>
      {field === undefined ? (
        <div className={styles.fixed}>{children}</div>
      ) : (
        <PresenceRing ticketId={ticketId} field={field} also={also} className={styles.cell}>
          {children}
          <SaveMark ticketId={ticketId} field={field} />
        </PresenceRing>
      )}
    </div>
  );
}

/** The value as a button that opens its picker. */
export function Value({ name, children, ...rest }: { name: string } & ComponentPropsWithRef<"button">) {
  return (
    <button type="button" className={styles.value} aria-label={name} {...rest}>
      {children}
    </button>
  );
}

/** The value for a person who may not change it. */
export function Still({ children }: { children: ReactNode }) {
  return <span className={styles.still}>{children}</span>;
}

/** The text in place of a missing value. */
export function Nothing({ children = t`None` }: { children?: ReactNode }) {
  return <span className={styles.nothing}>{children}</span>;
}
