import { t } from "@lingui/core/macro";
import { useState } from "react";
import { messageOf } from "@/api/error";
import { changeProfile } from "@/api/profile";
import { TextField } from "@/ui/Field";
import type { ProfilePatch } from "@/wire/http.generated";
import styles from "./Profile.module.css";

/** As long as the node allows, in characters. */
const MOST = 100;

interface ProfileFieldProps {
  field: keyof ProfilePatch;
  label: string;
  /** What the account says. */
  saved: string;
  autoComplete: string;
  hint?: string | undefined;
}

type State = { is: "still" | "saving" | "saved" } | { is: "refused"; why: string };

/** Saved on Enter or when the field loses the focus. Esc discards the typed text. A text that was not saved stays. */
export function ProfileField({ field, label, saved, autoComplete, hint }: ProfileFieldProps) {
  // Null while the field shows what is saved, which may change on another device.
  const [typed, setTyped] = useState<string | null>(null);
  const [state, setState] = useState<State>({ is: "still" });
  const wanted = typed?.trim() ?? saved;
  const isTooLong = [...wanted].length > MOST;
  const save = async () => {
    if (state.is === "saving" || isTooLong) return;
    if (wanted === saved) return setTyped(null);
    setState({ is: "saving" });
    try {
      await changeProfile({ [field]: wanted });
      setTyped((now) => (now?.trim() === wanted ? null : now));
      setState({ is: "saved" });
    } catch (thrown) {
      setState({ is: "refused", why: messageOf(thrown) });
    }
  };
  const aside = state.is === "saving" ? t`Saving…` : state.is === "saved" && typed === null ? t`Saved` : "";
  return (
    <TextField
      label={label}
      aside={<span className={styles.state} role="status">{aside}</span>}
      tall
      autoComplete={autoComplete}
      value={typed ?? saved}
      hint={hint}
      error={isTooLong ? t`At most ${MOST} characters` : state.is === "refused" ? state.why : null}
      onChange={(event) => {
        setTyped(event.target.value);
        if (state.is !== "saving") setState({ is: "still" });
      }}
      onBlur={() => void save()}
      onKeyDown={(event) => {
        if (event.key === "Enter") void save();
        if (event.key !== "Escape") return;
        event.stopPropagation();
        setTyped(null);
        setState({ is: "still" });
      }}
    />
  );
}
