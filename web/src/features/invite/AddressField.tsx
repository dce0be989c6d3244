import { t } from "@lingui/core/macro";
import { X } from "lucide-react";
import { useId, useRef, useState, type ClipboardEvent, type KeyboardEvent } from "react";
import { cx } from "@/lib/cx";
import { Field } from "@/ui/Field";
import { Icon } from "@/ui/Icon";
import type { ItemProblem } from "@/wire/http.generated";
import styles from "./AddressField.module.css";
import { mostAddresses, splitAddresses } from "./addresses";

export type AddressProblem = ItemProblem | "typing";

interface AddressFieldProps {
  addresses: readonly string[];
  /** The problems of addresses, by address. */
  problems: ReadonlyMap<string, AddressProblem>;
  /** The text that is not an entry yet. */
  typed: string;
  onTyped: (text: string) => void;
  onAdd: (addresses: string[]) => void;
  onRemove: (address: string) => void;
}

/** A field for several addresses. Each becomes an entry of its own when it is complete, and a pasted list at once. */
export function AddressField({ addresses, problems, typed, onTyped, onAdd, onRemove }: AddressFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const list = useId();
  const [told, setTold] = useState("");
  const add = (text: string) => {
    const parts = splitAddresses(text);
    onTyped("");
    if (parts.length > 0) onAdd(parts);
  };
  const remove = (address: string) => {
    onRemove(address);
    setTold(t`${address} removed`);
    input.current?.focus();
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const last = addresses.at(-1);
    const ends = event.key === "Enter" || event.key === "," || event.key === ";" || event.key === " ";
    if (ends) {
      event.preventDefault();
      add(typed);
    }
    if (event.key === "Backspace" && typed === "" && last !== undefined) remove(last);
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData("text");
    if (splitAddresses(text).length < 2 && !text.includes("@")) return;
    event.preventDefault();
    add(`${typed}${text}`);
  };
  const wrong = addresses.flatMap((address) => {
    const problem = problems.get(address);
    return problem === undefined ? [] : [{ address, problem }];
  });
  return (
    <Field label={t`Email addresses`} hint={t`Paste up to ${mostAddresses} addresses at once.`}>
      {(tied) => (
        <>
          {/* A click beside the entries is a click into the field; the keyboard reaches the field itself. */}
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
          <div className={styles.box} onClick={(event) => event.target === event.currentTarget && input.current?.focus()}>
            <span id={list} role="list" aria-label={t`People to invite`} style={{ display: "contents" }}>
              {addresses.map((address) => (
                <span key={address} role="listitem" className={cx(styles.chip, problems.has(address) && styles.bad)}>
                  <span title={address}>{address}</span>
                  <button type="button" className={styles.remove} aria-label={t`Remove ${address}`} onClick={() => remove(address)}>
                    <Icon of={X} size={12} />
                  </button>
                </span>
              ))}
            </span>
            <input
              {...tied}
              ref={input}
              className={styles.input}
              type="text"
              inputMode="email"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              data-autofocus
              placeholder={addresses.length === 0 ? t`ann@example.org, bob@example.org` : ""}
              value={typed}
              {...(wrong.length > 0 && { "aria-invalid": true as const })}
              onChange={(event) => onTyped(event.target.value)}
              onKeyDown={press}
              onPaste={paste}
              onBlur={() => add(typed)}
            />
          </div>
          {wrong.length > 0 && (
            <ul className={styles.problems} role="alert">
              {wrong.map(({ address, problem }) => (
                <li key={address}>{sentenceOf(address, problem)}</li>
              ))}
            </ul>
          )}
          <span role="status" style={{ position: "absolute", width: 1, height: 1, overflow: "hidden", clipPath: "inset(50%)" }}>
            {told}
          </span>
        </>
      )}
    </Field>
  );
}

function sentenceOf(address: string, problem: AddressProblem): string {
  switch (problem) {
    case "typing":
    case "invalid":
      return t`${address} isn't an email address.`;
    case "repeated":
      return t`${address} is listed twice.`;
    case "member":
      return t`${address} is already a member.`;
    case "pending":
      return t`${address} already has a pending invitation. Send it again under Pending invitations.`;
  }
}
