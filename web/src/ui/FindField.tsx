import { t } from "@lingui/core/macro";
import { Search, X } from "lucide-react";
import { useEffect, useState, type Ref } from "react";
import { useLatest } from "@/lib/useLatest";
import { Icon } from "./Icon";
import styles from "./FindField.module.css";

interface FindFieldProps {
  ref: Ref<HTMLInputElement>;
  name: string;
  text: string;
  onText: (text: string) => void;
}

/** Searches within the place. The list updates a moment later, so that typing never waits for it. */
export function FindField({ ref, name, text, onText }: FindFieldProps) {
  const [typed, setTyped] = useState(text);
  const [told, setTold] = useState(text);
  // The search was cleared elsewhere.
  if (text !== told) {
    setTold(text);
    setTyped(text);
  }
  const latest = useLatest(onText);
  useEffect(() => {
    if (typed === told) return undefined;
    const soon = setTimeout(() => {
      setTold(typed);
      latest.current(typed);
    }, 80);
    return () => clearTimeout(soon);
  }, [typed, told, latest]);
  return (
    <label className={styles.find}>
      <Icon of={Search} size={14} />
      <input
        ref={ref}
        type="search"
        aria-label={name}
        placeholder={name}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.preventDefault();
          if (typed === "") event.currentTarget.blur();
          setTyped("");
        }}
      />
      {typed !== "" && (
        <button type="button" aria-label={t`Clear search`} onClick={() => setTyped("")}>
          <Icon of={X} size={12} />
        </button>
      )}
    </label>
  );
}
