import { msg, plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { NodeFigures } from "@/wire/http.generated";
import { cx } from "@/lib/cx";
import { formatDuration, formatInstantLong } from "@/lib/instant";
import { shownNumber } from "@/words/region";
import styles from "./Admin.module.css";
import { behindOf, formatBytes, type Sample } from "./series";
import { Table } from "./Table";

interface NodesProps {
  nodes: readonly NodeFigures[];
  samples: readonly Sample[];
  /** The node that answered. */
  here: string;
  at: string;
}

const columns = [
  { name: msg`Node` },
  { name: msg`Version` },
  { name: msg`Uptime` },
  { name: msg`Memory`, number: true },
  { name: msg`Sockets`, number: true },
  { name: msg`Workspaces`, number: true },
  { name: msg`Commands waiting`, number: true },
  { name: msg`Messages waiting`, number: true },
  { name: msg`Outgoing`, number: true },
  { name: msg`Database`, number: true },
  { name: msg`Other nodes` },
  { name: msg`Lag`, number: true },
  { name: msg`Panics`, number: true },
];

/** All nodes that reported lately. */
export function Nodes({ nodes, samples, here, at }: NodesProps) {
  const now = Date.parse(at);
  return (
    <Table name={t`Nodes`} columns={columns}>
      {nodes.map((node) => (
        <tr key={node.id}>
          <td>
            <code title={node.id}>{node.id.slice(-6)}</code>
            {node.id === here && <span className={styles.quiet}> <Trans>this node</Trans></span>}
          </td>
          <td>{node.version}</td>
          <td title={t`Since ${formatInstantLong(node.startedAt)}`}>{formatDuration((now - Date.parse(node.startedAt)) / 1000)}</td>
          <td className={styles.number}>{formatBytes(node.memoryBytes)}</td>
          <td className={styles.number}>{shownNumber(node.sockets)}</td>
          <td className={styles.number} title={plural(node.scopes, { one: "Following # journal", other: "Following # journals" })}>{shownNumber(node.workspaces)}</td>
          <td className={styles.number} title={t`Commands not answered yet`}>{shownNumber(node.waiting)}</td>
          <td className={styles.number} title={t`Messages from other nodes that workspaces have not processed yet`}>{shownNumber(node.unheard)}</td>
          <td className={styles.number} title={t`Not yet read by clients. The largest queue holds ${formatBytes(node.outboxFullestBytes)}; a connection is closed at 1 MiB.`}>
            {formatBytes(node.outboxBytes)}
          </td>
          <td className={styles.number} title={t`Connections in use, out of all open connections`}>
            {t`${node.connectionsBusy} of ${node.connectionsBusy + node.connectionsIdle}`}
          </td>
          <td className={cx(node.bus.away !== null && styles.warn)}>
            {node.bus.away === null ? plural(node.bus.peers, { one: "# peer", other: "# peers" }) : t`Bus down: ${node.bus.away}`}
          </td>
          <td className={styles.number} title={t`Journal reads to fill gaps: ${node.bus.gapsFilled}. Messages lost: ${node.bus.dropped}.`}>
            <Behind ms={behindOf(node, samples)} />
          </td>
          <td className={cx(styles.number, node.panics > 0 && styles.bad)}>{node.panics}</td>
        </tr>
      ))}
    </Table>
  );
}

function Behind({ ms }: { ms: number | null }) {
  return ms === null ? <span className={styles.quiet}><Trans>no data</Trans></span> : t`${ms.toFixed(0)} ms`;
}
