import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useCallback, useEffect, useState } from "react";
import { useWhenBack } from "@/actions/useWhenBack";
import { tellFailure } from "@/actions/tellFailure";
import { forgetAllDevices, forgetDevice, loadRemembered, type KnownDevice, type RememberedDevices as Page } from "@/api/rememberedDevices";
import { formatInstant } from "@/lib/instant";
import { formatDate, today } from "@/lib/plainDate";
import { Button } from "@/ui/Button";
import { tell } from "@/ui/Toast";
import { Line } from "../../preferences/Line";
import styles from "./Account.module.css";

const nameOf = ({ device }: KnownDevice) => device ?? t`Unknown device`;

function hintOf({ address, usedAt, createdAt, expiresAt }: KnownDevice): string {
  const [used, since, until] = [formatInstant(usedAt), formatDate(today(new Date(createdAt))), formatDate(today(new Date(expiresAt)))];
  return address === null ? t`Last log-in ${used}. Remembered from ${since} until ${until}.` : t`Last log-in from ${address}, ${used}. Remembered from ${since} until ${until}.`;
}

/** The devices that need no code to log in, read again when `changed` has a new value. Shows nothing while there are none. */
export function RememberedDevices({ changed }: { changed: number }) {
  const [pages, setPages] = useState<Page | "failed" | null>(null);
  const [busy, setBusy] = useState(false);
  const read = useCallback(
    (signal?: AbortSignal) =>
      loadRemembered(null, signal).then(setPages, () => {
        if (!signal?.aborted) setPages((before) => (before === null ? "failed" : before));
      }),
    [],
  );
  useEffect(() => {
    const leaving = new AbortController();
    void read(leaving.signal);
    return () => leaving.abort();
  }, [read, changed]);
  useWhenBack(pages === "failed", () => void read());

  const act = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (thrown) {
      tellFailure(thrown, () => act(work));
    }
    setBusy(false);
  };
  const forget = (work: () => Promise<void>, done: string) =>
    act(async () => {
      await work().finally(() => read());
      tell({ text: done });
    });
  if (pages === null) return null;
  if (pages === "failed") {
    return (
      <section aria-label={t`Remembered devices`}>
        <Line name={t`Your remembered devices couldn't be loaded.`}>
          <Button onClick={() => void read()}><Trans>Try again</Trans></Button>
        </Line>
      </section>
    );
  }
  const { devices, next } = pages;
  if (devices.length === 0) return null;
  const more = () =>
    act(async () => {
      const page = await loadRemembered(next);
      setPages({ devices: [...devices, ...page.devices], next: page.next });
    });
  return (
    <section aria-label={t`Remembered devices`}>
      <h3 className={styles.title}>
        <span>
          <Trans>Remembered devices</Trans>
          {next === null && <small>{devices.length}</small>}
        </span>
        <Button variant="ghost" size="sm" disabled={busy} onClick={() => void forget(forgetAllDevices, t`All devices now need a code to log in`)}>
          <Trans>Forget all</Trans>
        </Button>
      </h3>
      {devices.map((device) => (
        <Line key={device.id} name={nameOf(device)} hint={hintOf(device)}>
          {device.current && <span className={styles.here}><Trans>This device</Trans></span>}
          <Button
            aria-label={t`Forget ${nameOf(device)}`}
            disabled={busy}
            onClick={() => void forget(() => forgetDevice(device.id), t`${nameOf(device)} now needs a code to log in`)}
          >
            <Trans>Forget</Trans>
          </Button>
        </Line>
      ))}
      {next !== null && (
        <Button variant="ghost" disabled={busy} onClick={() => void more()}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </section>
  );
}
