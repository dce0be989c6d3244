import type { WorkspaceFigures } from "@/api/admin";
import { formatInstant, formatInstantLong } from "@/lib/instant";
import styles from "./Admin.module.css";
import { Table } from "./Table";

const columns = [
  { name: "Workspace" },
  { name: "Key" },
  { name: "Members", number: true },
  { name: "Journal head", number: true },
  { name: "Last event" },
];

/** The workspaces with the most events, from outside. */
export function Workspaces({ workspaces }: { workspaces: readonly WorkspaceFigures[] }) {
  return (
    <Table name="Workspaces" columns={columns}>
      {workspaces.map(({ id, name, key, members, seq, lastEventAt }) => (
        <tr key={id}>
          <td className={styles.wide} title={name}>{name}</td>
          <td className={styles.quiet}>{key}</td>
          <td className={styles.number}>{members.toLocaleString("en")}</td>
          <td className={styles.number}>{seq.toLocaleString("en")}</td>
          <td {...(lastEventAt !== null && { title: formatInstantLong(lastEventAt) })}>
            {lastEventAt === null ? <span className={styles.quiet}>more than a week ago</span> : formatInstant(lastEventAt)}
          </td>
        </tr>
      ))}
    </Table>
  );
}
