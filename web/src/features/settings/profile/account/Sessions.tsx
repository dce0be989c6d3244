import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { tellFailure } from "@/actions/tellFailure";
import { endOtherSessions, endSession, loadSessions } from "@/api/account";
import { formatInstant } from "@/lib/instant";
import { Button } from "@/ui/Button";
import { tell } from "@/ui/Toast";
import type { AccountSession } from "@/wire/http.generated";
import { Line } from "../../preferences/Line";
import { useLoaded } from "../../useLoaded";
import styles from "./Account.module.css";

const nameOf = ({ device }: AccountSession) => device ?? t`Unknown device`;

function placeOf({ address, current, seenAt }: AccountSession): string {
  const when = current ? t`Now` : formatInstant(seenAt);
  return address === null ? when : `${address}, ${when}`;
}

interface SessionsProps {
  /** The list is read again when this has a new value. */
  changed: number;
  /** Called after all other sessions have ended. */
  onEnded: () => void;
}

/** The sessions of the account. */
export function Sessions({ changed, onEnded }: SessionsProps) {
  const { state: sessions, read } = useLoaded(loadSessions, changed);
  const [busy, setBusy] = useState(false);

  const act = async (work: () => Promise<void>, done: string) => {
    setBusy(true);
    try {
      await work();
      tell({ text: done });
    } catch (thrown) {
      tellFailure(thrown, () => act(work, done));
    }
    await read();
    setBusy(false);
  };
  const known = Array.isArray(sessions) ? sessions : [];
  const here = known.filter(({ current }) => current);
  const others = known.filter(({ current }) => !current);
  return (
    <section className={styles.second} aria-label={t`Where you're logged in`}>
      <h3 className={styles.title}>
        <span>
          <Trans>Where you're logged in</Trans>
          {known.length > 0 && <small>{known.length}</small>}
        </span>
        {others.length > 0 && (
          <Button variant="ghost" size="sm" disabled={busy} onClick={() => void act(endOtherSessions, t`All other devices are logged out`).then(onEnded)}>
            <Trans>Log out the others</Trans>
          </Button>
        )}
      </h3>
      {sessions === "failed" && (
        <Line name={t`Your devices couldn't be loaded.`}>
          <Button onClick={() => void read()}><Trans>Try again</Trans></Button>
        </Line>
      )}
      {here.map((session) => (
        <Line key={session.id} name={nameOf(session)} hint={placeOf(session)}>
          <span className={styles.here}><Trans>This device</Trans></span>
        </Line>
      ))}
      {others.map((session) => (
        <Line key={session.id} name={nameOf(session)} hint={placeOf(session)}>
          <Button
            aria-label={t`Log out ${nameOf(session)}`}
            disabled={busy}
            onClick={() => void act(() => endSession(session.id), t`${nameOf(session)} is logged out`)}
          >
            <Trans>Log out</Trans>
          </Button>
        </Line>
      ))}
    </section>
  );
}
