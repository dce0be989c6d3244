import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { messageOf } from "@/api/error";
import { changePicture, removePicture } from "@/api/picture";
import { Avatar } from "@/ui/Avatar";
import { Button } from "@/ui/Button";
import type { PersonFace } from "@/ui/vocabulary";
import { KINDS, largeOf, objectionTo } from "./picture";
import styles from "./Profile.module.css";

type State = { is: "still" | "saving" | "saved" } | { is: "refused"; why: string };

/** The picture of the person, or their initials. It is saved as soon as it is chosen. */
export function PictureField({ id, name, avatarUrl }: PersonFace & { avatarUrl: string | null }) {
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const [state, setState] = useState<State>({ is: "still" });
  const save = async (change: () => Promise<void>) => {
    setState({ is: "saving" });
    try {
      await change();
      setState({ is: "saved" });
    } catch (thrown) {
      setState({ is: "refused", why: messageOf(thrown) });
    }
  };
  const take = (file: File) => {
    const why = objectionTo(file);
    if (why === null) void save(() => changePicture(file));
    else setState({ is: "refused", why });
  };
  const isSaving = state.is === "saving";
  return (
    <div className={styles.picture} role="group" aria-label={t`Picture`}>
      <span className={styles.label}>
        <Trans>Picture</Trans>
        <span className={styles.state} role="status">{isSaving ? t`Saving…` : state.is === "saved" ? t`Saved` : ""}</span>
      </span>
      <div className={styles.row}>
        <Avatar person={{ id, name, avatarUrl: largeOf(avatarUrl) }} size={32} decorative className={styles.face} />
        <Button ref={choose} aria-disabled={isSaving} onClick={() => isSaving || input.current?.click()}>
          {avatarUrl === null ? t`Upload picture` : t`Change picture`}
        </Button>
        {avatarUrl !== null && (
          <Button
            variant="ghost"
            aria-disabled={isSaving}
            onClick={() => {
              if (isSaving) return;
              // This button disappears together with the picture, so the focus needs another place.
              choose.current?.focus();
              void save(removePicture);
            }}
          >
            {t`Remove picture`}
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept={KINDS}
        hidden
        aria-label={t`Picture to upload`}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) take(file);
          target.value = "";
        }}
      />
      {state.is === "refused" ? (
        <p className={styles.error} role="alert">{state.why}</p>
      ) : (
        <p className={styles.hint}><Trans>PNG, JPEG, WebP or GIF, at most 10 MB. The middle of the picture is shown.</Trans></p>
      )}
    </div>
  );
}
