import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { WorkspaceFigures } from "@/wire/http.generated";
import { formatInstant, formatInstantLong } from "@/lib/instant";
import { shownNumber } from "@/words/region";
import styles from "./Admin.module.css";
import { Table } from "./Table";

const columns = [
  { name: msg`Workspace` },
  { name: msg`Key` },
  { name: msg`Members`, number: true },
  { name: msg`Events`, number: true },
  { name: msg`Last event` },
];

/** The workspaces with the most events, without their contents. */
export function Workspaces({ workspaces }: { workspaces: readonly WorkspaceFigures[] }) {
  return (
    <Table name={t`Workspaces`} columns={columns}>
      {workspaces.map(({ id, name, key, members, seq, lastEventAt }) => (
        <tr key={id}>
          <td className={styles.wide} title={name}>{name}</td>
          <td className={styles.quiet}>{key}</td>
          <td className={styles.number}>{shownNumber(members)}</td>
          <td className={styles.number}>{shownNumber(seq)}</td>
          <td {...(lastEventAt !== null && { title: formatInstantLong(lastEventAt) })}>
            {lastEventAt === null ? <span className={styles.quiet}><Trans>more than a week ago</Trans></span> : formatInstant(lastEventAt)}
          </td>
        </tr>
      ))}
    </Table>
  );
}
