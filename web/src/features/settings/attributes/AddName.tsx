import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { useState, type KeyboardEvent } from "react";
import { isNameTaken } from "@/lib/useName";
import { Button } from "@/ui/Button";
import { Input } from "@/ui/Field";
import settings from "../Settings.module.css";
import styles from "./Attributes.module.css";

interface AddNameProps {
  /** The accessible name of the field. */
  label: string;
  placeholder: string;
  taken: readonly string[];
  onAdd: (name: string) => void;
}

/** A field for the name of one more option or label set. It stays open after Enter, so that several names can be typed in a row. */
export function AddName({ label, placeholder, taken, onAdd }: AddNameProps) {
  const [typed, setTyped] = useState("");
  const name = typed.trim();
  const problem = isNameTaken(name, taken);
  const press = (event: KeyboardEvent) => {
    // Esc clears the field before it leaves the page.
    if (event.key !== "Escape" || typed === "") return;
    event.stopPropagation();
    setTyped("");
  };
  return (
    <form
      className={styles.add}
      onSubmit={(event) => {
        event.preventDefault();
        if (name === "" || problem) return;
        setTyped("");
        onAdd(name);
      }}
    >
      <Input
        aria-label={label}
        aria-invalid={problem}
        placeholder={placeholder}
        maxLength={100}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={press}
      />
      <Button type="submit" icon={Plus} disabled={name === "" || problem}>
        <Trans>Add</Trans>
      </Button>
      {problem && <span className={settings.problem} role="alert">{t`That name is taken`}</span>}
    </form>
  );
}
