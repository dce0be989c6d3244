import type { NodeFigures } from "@/api/admin";
import { cx } from "@/lib/cx";
import { formatDuration, formatInstantLong } from "@/lib/instant";
import styles from "./Admin.module.css";
import { formatBytes } from "./series";

interface NodesProps {
  nodes: readonly NodeFigures[];
  /** The one that answered. */
  here: string;
  at: string;
}

/** Every node that told of itself lately. */
export function Nodes({ nodes, here, at }: NodesProps) {
  const now = Date.parse(at);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table is scrolled by key, too
    <div className={styles.scroll} role="region" aria-label="Nodes" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Node</th>
            <th scope="col">Version</th>
            <th scope="col">Up</th>
            <th scope="col" className={styles.number}>Memory</th>
            <th scope="col" className={styles.number}>Sockets</th>
            <th scope="col" className={styles.number}>Workspaces</th>
            <th scope="col" className={styles.number}>Not yet taken</th>
            <th scope="col" className={styles.number}>Database</th>
            <th scope="col">Other nodes</th>
            <th scope="col" className={styles.number}>Behind</th>
            <th scope="col" className={styles.number}>Panics</th>
          </tr>
        </thead>
        <tbody>
          {nodes.map((node) => (
            <tr key={node.id}>
              <td>
                <code title={node.id}>{node.id.slice(-6)}</code>
                {node.id === here && <span className={styles.quiet}> answers you</span>}
              </td>
              <td>{node.version}</td>
              <td title={`Since ${formatInstantLong(node.startedAt)}`}>{formatDuration((now - Date.parse(node.startedAt)) / 1000)}</td>
              <td className={styles.number}>{formatBytes(node.memoryBytes)}</td>
              <td className={styles.number}>{node.sockets.toLocaleString("en")}</td>
              <td className={styles.number} title={`${node.scopes} journals followed`}>{node.workspaces.toLocaleString("en")}</td>
              <td className={styles.number} title="Messages of other nodes that workspaces have not taken yet">{node.unheard.toLocaleString("en")}</td>
              <td className={styles.number} title="Connections that work, of those that are open">
                {node.connectionsBusy} of {node.connectionsBusy + node.connectionsIdle}
              </td>
              <td className={cx(node.bus.away !== null && styles.warn)}>
                {node.bus.away === null ? `${node.bus.peers} heard` : `Bus away: ${node.bus.away}`}
              </td>
              <td className={styles.number} title={`${node.bus.gapsFilled} times read from the journal, ${node.bus.dropped} messages lost on the way`}>
                {node.bus.behindMs === null ? <span className={styles.quiet}>nothing told</span> : `${node.bus.behindMs.toFixed(0)} ms`}
              </td>
              <td className={cx(styles.number, node.panics > 0 && styles.bad)}>{node.panics}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
