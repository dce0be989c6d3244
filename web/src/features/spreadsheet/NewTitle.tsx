import { Plus } from "lucide-react";
import { useEffect, useRef } from "react";
import { useNewTitle, type NewTitleProps } from "@/actions/useNewTitle";
import { Icon } from "@/ui/Icon";
import styles from "./Lines.module.css";

/** A field for titles, one after the other. */
export function NewTitle({ label, ...rest }: NewTitleProps & { label: string }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <Icon of={Plus} size={14} />
      <input ref={input} className={styles.newInput} aria-label={label} {...useNewTitle(rest)} />
    </>
  );
}
