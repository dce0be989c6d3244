import type { NodeFigures } from "@/api/admin";
import { cx } from "@/lib/cx";
import { formatDuration, formatInstantLong } from "@/lib/instant";
import styles from "./Admin.module.css";
import { behindOf, formatBytes, type Sample } from "./series";
import { Table } from "./Table";

interface NodesProps {
  nodes: readonly NodeFigures[];
  samples: readonly Sample[];
  /** The one that answered. */
  here: string;
  at: string;
}

const columns = [
  { name: "Node" },
  { name: "Version" },
  { name: "Up" },
  { name: "Memory", number: true },
  { name: "Sockets", number: true },
  { name: "Workspaces", number: true },
  { name: "Commands waiting", number: true },
  { name: "Messages waiting", number: true },
  { name: "Outboxes", number: true },
  { name: "Database", number: true },
  { name: "Other nodes" },
  { name: "Behind", number: true },
  { name: "Panics", number: true },
];

/** Every node that told of itself lately. */
export function Nodes({ nodes, samples, here, at }: NodesProps) {
  const now = Date.parse(at);
  return (
    <Table name="Nodes" columns={columns}>
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
          <td className={styles.number} title="Commands without an answer yet">{node.waiting.toLocaleString("en")}</td>
          <td className={styles.number} title="Messages of other nodes that workspaces have not taken yet">{node.unheard.toLocaleString("en")}</td>
          <td className={styles.number} title={`Not taken by readers yet; the fullest holds ${formatBytes(node.outboxFullestBytes)} and is closed at 1 MiB`}>
            {formatBytes(node.outboxBytes)}
          </td>
          <td className={styles.number} title="Connections that work, of those that are open">
            {node.connectionsBusy} of {node.connectionsBusy + node.connectionsIdle}
          </td>
          <td className={cx(node.bus.away !== null && styles.warn)}>
            {node.bus.away === null ? `${node.bus.peers} heard` : `Bus away: ${node.bus.away}`}
          </td>
          <td className={styles.number} title={`${node.bus.gapsFilled} times read from the journal, ${node.bus.dropped} messages lost on the way`}>
            <Behind ms={behindOf(node, samples)} />
          </td>
          <td className={cx(styles.number, node.panics > 0 && styles.bad)}>{node.panics}</td>
        </tr>
      ))}
    </Table>
  );
}

function Behind({ ms }: { ms: number | null }) {
  return ms === null ? <span className={styles.quiet}>nothing told</span> : `${ms.toFixed(0)} ms`;
}
