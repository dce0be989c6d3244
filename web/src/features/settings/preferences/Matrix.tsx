import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { usualChannels } from "@/sync/kinds/preferences";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { Icon } from "@/ui/Icon";
import type { Channel, NotificationKind, Preferences } from "@/wire/generated";
import { say } from "@/words/i18n";
import { choose } from "./choose";
import { channelNames, kindsOfNews } from "./kinds";
import styles from "./Preferences.module.css";

/** Of what the person is notified, and where. */
export function Matrix({ chosen }: { chosen: Preferences }) {
  const of = (kind: NotificationKind): readonly Channel[] => chosen.notifications[kind] ?? usualChannels[kind];
  const toggle = (kind: NotificationKind, channel: Channel, on: boolean) =>
    choose(chosen, { notifications: { [kind]: on ? [...of(kind), channel] : of(kind).filter((each) => each !== channel) } });
  return (
    <section className={styles.matrix}>
      <h3 className={styles.title}>
        <Trans>Notifications</Trans>
        <small><Trans>Your own changes never notify you.</Trans></small>
      </h3>
      {!chosen.mails && (
        <div className={styles.stopped} role="status">
          <span><Trans>You have unsubscribed: Troupe sends you no emails about this workspace.</Trans></span>
          <Button onClick={() => choose(chosen, { mails: true })}><Trans>Turn emails on</Trans></Button>
        </div>
      )}
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col"><Trans>About</Trans></th>
            {channelNames.map(({ channel, name }) => (
              <th key={channel} scope="col">{say(name)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {kindsOfNews.map(({ kind, icon, name, about, channels }) => (
            <tr key={kind}>
              <th scope="row">
                <Icon of={icon} />
                <span>
                  {say(name)} <small>{say(about)}</small>
                </span>
              </th>
              {channelNames.map(({ channel, name: channelName }) => (
                <td key={channel}>
                  {channels.includes(channel) ? (
                    <Checkbox
                      name={t`${say(name)}: ${say(channelName)}`}
                      checked={of(kind).includes(channel) && (channel !== "mail" || chosen.mails)}
                      disabled={channel === "mail" && !chosen.mails}
                      onChange={(on) => toggle(kind, channel, on)}
                    />
                  ) : (
                    <span className={styles.fixed}>{kind === "mention" ? t`Always` : ""}</span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {chosen.mails && (
        <p className={styles.all}>
          <Button variant="ghost" onClick={() => choose(chosen, { mails: false })}><Trans>Turn all emails off</Trans></Button>
        </p>
      )}
    </section>
  );
}
