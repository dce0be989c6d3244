import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Suspense, useRef, useState } from "react";
import { messageOf } from "@/api/error";
import { changePicture, removePicture } from "@/api/picture";
import { Avatar } from "@/ui/Avatar";
import { Button } from "@/ui/Button";
import type { PersonFace } from "@/ui/vocabulary";
import { decoded } from "./crop/canvas";
import { LaterCropDialog } from "./crop/LaterCropDialog";
import { KINDS, largeOf, objectionTo } from "./picture";
import styles from "./Profile.module.css";

type State = { is: "still" | "opening" | "saving" | "saved" } | { is: "refused"; why: string };

/** The picture of the person, or their initials. The person chooses a file, and then the part of it that is shown. */
export function PictureField({ id, name, avatarUrl }: PersonFace & { avatarUrl: string | null }) {
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const [state, setState] = useState<State>({ is: "still" });
  const [chosen, setChosen] = useState<ImageBitmap | null>(null);
  const remove = async () => {
    setState({ is: "saving" });
    try {
      await removePicture();
      setState({ is: "saved" });
    } catch (thrown) {
      setState({ is: "refused", why: messageOf(thrown) });
    }
  };
  const take = async (file: File) => {
    const why = objectionTo(file);
    if (why !== null) return setState({ is: "refused", why });
    setState({ is: "opening" });
    try {
      const [picture] = await Promise.all([decoded(file), LaterCropDialog.load()]);
      setChosen(picture);
      setState({ is: "still" });
    } catch {
      setState({ is: "refused", why: t`This file can't be opened. Choose a PNG, JPEG, WebP or GIF picture.` });
    }
  };
  const leave = () => {
    chosen?.close();
    setChosen(null);
  };
  const store = async (file: Blob) => {
    await changePicture(file);
    leave();
    setState({ is: "saved" });
  };
  const isBusy = state.is === "opening" || state.is === "saving";
  const told = { still: "", refused: "", opening: t`Opening…`, saving: t`Saving…`, saved: t`Saved` }[state.is];
  return (
    <div className={styles.picture} role="group" aria-label={t`Picture`}>
      <span className={styles.label}>
        <Trans>Picture</Trans>
        <span className={styles.state} role="status">{told}</span>
      </span>
      <div className={styles.row}>
        <Avatar person={{ id, name, avatarUrl: largeOf(avatarUrl) }} size={32} decorative className={styles.face} />
        <Button ref={choose} aria-disabled={isBusy} onClick={() => isBusy || input.current?.click()}>
          {avatarUrl === null ? t`Upload picture` : t`Change picture`}
        </Button>
        {avatarUrl !== null && (
          <Button
            variant="ghost"
            aria-disabled={isBusy}
            onClick={() => {
              if (isBusy) return;
              // This button disappears together with the picture, so the focus needs another place.
              choose.current?.focus();
              void remove();
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
          if (file) void take(file);
          target.value = "";
        }}
      />
      {state.is === "refused" ? (
        <p className={styles.error} role="alert">{state.why}</p>
      ) : (
        <p className={styles.hint}><Trans>PNG, JPEG, WebP or GIF, at most 50 MB.</Trans></p>
      )}
      {chosen !== null && (
        <Suspense>
          <LaterCropDialog picture={chosen} onSave={store} onClose={leave} />
        </Suspense>
      )}
    </div>
  );
}
