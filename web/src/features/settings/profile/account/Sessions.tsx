import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useCallback, useEffect, useState } from "react";
import { useWhenBack } from "@/actions/useWhenBack";
import { endOtherSessions, endSession, loadSessions } from "@/api/account";
import { messageOf } from "@/api/error";
import { formatInstant } from "@/lib/instant";
import { Button } from "@/ui/Button";
import { tell, tellRefusal } from "@/ui/Toast";
import type { AccountSession } from "@/wire/http.generated";
import { Line } from "../../preferences/Line";
import styles from "./Account.module.css";

const nameOf = ({ device }: AccountSession) => device ?? t`Unknown device`;

function placeOf({ address, current, seenAt }: AccountSession): string {
  const when = current ? t`Now` : formatInstant(seenAt);
  return address === null ? when : `${address}, ${when}`;
}

/** The sessions of the account. The list is read again when `changed` has a new value. */
export function Sessions({ changed }: { changed: number }) {
  const [sessions, setSessions] = useState<AccountSession[] | "failed" | null>(null);
  const [busy, setBusy] = useState(false);
  const read = useCallback(
    (signal?: AbortSignal) =>
      loadSessions(signal).then(setSessions, () => {
        if (!signal?.aborted) setSessions((before) => (Array.isArray(before) ? before : "failed"));
      }),
    [],
  );
  useEffect(() => {
    const leaving = new AbortController();
    void read(leaving.signal);
    return () => leaving.abort();
  }, [read, changed]);
  useWhenBack(sessions === "failed", () => void read());

  const act = async (work: () => Promise<void>, done: string) => {
    setBusy(true);
    try {
      await work();
      tell({ text: done });
    } catch (thrown) {
      tellRefusal(messageOf(thrown));
    }
    await read();
    setBusy(false);
  };
  const known = Array.isArray(sessions) ? sessions : [];
  const here = known.filter(({ current }) => current);
  const others = known.filter(({ current }) => !current);
  return (
    <section aria-label={t`Where you're logged in`}>
      <h3 className={styles.title}>
        <span>
          <Trans>Where you're logged in</Trans>
          {known.length > 0 && <small>{known.length}</small>}
        </span>
        {others.length > 0 && (
          <Button variant="ghost" size="sm" disabled={busy} onClick={() => void act(endOtherSessions, t`All other devices are logged out`)}>
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
