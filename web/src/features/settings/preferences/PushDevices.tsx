import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { pushAbility, type PushAbility } from "@/actions/push/browser";
import { turnOffPush, turnOnPush } from "@/actions/push/push";
import { tellFailure } from "@/actions/tellFailure";
import { loadPushDevices, removePushDevice } from "@/api/push";
import { formatDate, today } from "@/lib/plainDate";
import { Button } from "@/ui/Button";
import { tell } from "@/ui/Toast";
import type { PushDevice } from "@/wire/http.generated";
import { useLoaded } from "../useLoaded";
import { Line } from "./Line";
import styles from "./Preferences.module.css";

const since = ({ createdAt }: PushDevice) => t`On since ${formatDate(today(new Date(createdAt)))}`;

/** Why push notifications cannot be turned on in this browser, and what to do about it. */
function reasonOf(ability: PushAbility): string | null {
  if (ability === "denied") return t`Your browser blocks notifications from this site. Allow them in the site settings beside the address, then reload this page.`;
  if (ability === "unsupported") return t`This browser can't show push notifications here. On an iPhone or iPad, add Troupe to the Home Screen first.`;
  return null;
}

/** The devices on which the person gets push notifications, with this one first. */
export function PushDevices({ me }: { me: string }) {
  const { state: known, read } = useLoaded(loadPushDevices);
  const [ability, setAbility] = useState(pushAbility);
  const [busy, setBusy] = useState<string | null>(null);
  const act = async (id: string, work: () => Promise<void>) => {
    setBusy(id);
    try {
      await work();
    } catch (thrown) {
      tellFailure(thrown, () => act(id, work));
    }
    setAbility(pushAbility());
    await read();
    setBusy(null);
  };
  const turnOn = async (serverKey: string) => {
    if (await turnOnPush(me, serverKey)) tell({ text: t`Push notifications are on for this device` });
  };

  const devices = known === null || known === "failed" ? [] : known.devices;
  const here = devices.find(({ current }) => current);
  const reason = reasonOf(ability);
  return (
    <section className={styles.matrix} aria-label={t`Push notifications`}>
      <h3 className={styles.title}>
        <Trans>Push notifications</Trans>
        <small><Trans>On your devices, also while Troupe is closed.</Trans></small>
      </h3>
      {known === "failed" ? (
        <Line name={t`Your devices couldn't be loaded.`}>
          <Button onClick={() => void read()}><Trans>Try again</Trans></Button>
        </Line>
      ) : (
        <Line name={t`This device`} hint={here ? since(here) : (reason ?? t`Off`)}>
          {here ? (
            <Button disabled={busy !== null} onClick={() => void act(here.id, () => turnOffPush(here.id))}><Trans>Turn off</Trans></Button>
          ) : (
            reason === null && <Button disabled={known === null || busy !== null} onClick={() => known && void act("here", () => turnOn(known.serverKey))}><Trans>Turn on</Trans></Button>
          )}
        </Line>
      )}
      {devices.filter(({ current }) => !current).map((device) => (
        <Line key={device.id} name={device.name ?? t`Unknown device`} hint={since(device)}>
          <Button aria-label={t`Remove ${device.name ?? t`Unknown device`}`} disabled={busy !== null} onClick={() => void act(device.id, () => removePushDevice(device.id))}>
            <Trans>Remove</Trans>
          </Button>
        </Line>
      ))}
    </section>
  );
}
