import styles from "./Admin.module.css";
import { Chart } from "./Chart";
import { formatBytes, formatRate, type Sample } from "./series";

/** How busy the instance is and was. */
export function Charts({ samples }: { samples: readonly Sample[] }) {
  return (
    <div className={styles.charts}>
      <Chart name="Events a second" samples={samples} of={({ events }) => events} format={formatRate} />
      <Chart name="Requests a second" samples={samples} of={({ requests }) => requests} format={formatRate} />
      <Chart name="Open sockets" samples={samples} of={({ sockets }) => sockets} format={(value) => value.toLocaleString("en")} />
      <Chart name="Memory of all nodes" samples={samples} of={({ memoryBytes }) => memoryBytes} format={formatBytes} />
    </div>
  );
}
