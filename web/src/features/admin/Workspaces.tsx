import type { WorkspaceFigures } from "@/api/admin";
import { formatInstant, formatInstantLong } from "@/lib/instant";
import styles from "./Admin.module.css";

/** The busiest workspaces, from outside. */
export function Workspaces({ workspaces }: { workspaces: readonly WorkspaceFigures[] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table is scrolled by key, too
    <div className={styles.scroll} role="region" aria-label="Workspaces" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Workspace</th>
            <th scope="col">Key</th>
            <th scope="col" className={styles.number}>Members</th>
            <th scope="col" className={styles.number}>Journal head</th>
            <th scope="col">Last event</th>
          </tr>
        </thead>
        <tbody>
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
        </tbody>
      </table>
    </div>
  );
}
