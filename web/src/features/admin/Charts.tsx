import { t } from "@lingui/core/macro";
import { shownNumber } from "@/words/region";
import styles from "./Admin.module.css";
import { Chart } from "./Chart";
import { formatBytes, formatRate, type Sample } from "./series";

const formatCount = (value: number) => shownNumber(value);

/** The load of the instance over the last two minutes. */
export function Charts({ samples }: { samples: readonly Sample[] }) {
  return (
    <div className={styles.charts}>
      <Chart name={t`Events per second`} samples={samples} of={({ events }) => events} format={formatRate} />
      <Chart name={t`Requests per second`} samples={samples} of={({ requests }) => requests} format={formatRate} />
      <Chart name={t`Commands waiting`} samples={samples} of={({ waiting }) => waiting} format={formatCount} />
      <Chart name={t`Open sockets`} samples={samples} of={({ sockets }) => sockets} format={formatCount} />
      <Chart name={t`Outgoing queues`} samples={samples} of={({ outboxBytes }) => outboxBytes} format={formatBytes} />
      <Chart name={t`Memory, all nodes`} samples={samples} of={({ memoryBytes }) => memoryBytes} format={formatBytes} />
    </div>
  );
}
