import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { createLabel } from "@/actions/config";
import { labelsInOrder } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { LabelDot } from "@/ui/Label";
import { Head } from "./Head";
import { LabelLine } from "./LabelLine";
import { LabelName } from "./LabelName";
import { tasksByLabel } from "./labels";
import styles from "./Settings.module.css";

/** The labels of the workspace: called differently, coloured, made and deleted. */
export function Labels() {
  const labels = useTroupe((state) => state.labels);
  const tickets = useTroupe((state) => state.tickets);
  const counts = useMemo(() => tasksByLabel(tickets), [tickets]);
  const [adding, setAdding] = useState(false);
  const inOrder = labelsInOrder({ labels });
  return (
    <section className={styles.section} aria-label="Labels">
      <Head
        title="Labels"
        text="Everybody in the workspace sorts tasks by the same labels."
        action={
          <Button variant="primary" icon={Plus} onClick={() => setAdding(true)}>
            New label
          </Button>
        }
      />
      <table className={styles.table} aria-label="Labels">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col" className={styles.number}>
              Tasks
            </th>
            <th scope="col">
              <span className={styles.hidden}>Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {adding && (
            <tr>
              <td colSpan={3}>
                <span className={styles.person}>
                  <span className={styles.dot}>
                    <LabelDot hue="grey" />
                  </span>
                  <LabelName
                    name=""
                    label="Name of the new label"
                    taken={inOrder.map(({ name }) => name)}
                    onName={(name) => {
                      setAdding(false);
                      void createLabel({ name }).answer;
                    }}
                    onCancel={() => setAdding(false)}
                  />
                </span>
              </td>
            </tr>
          )}
          {inOrder.map((label) => (
            <LabelLine key={label.id} label={label} tasks={counts.get(label.id) ?? 0} among={inOrder} />
          ))}
        </tbody>
      </table>
      {inOrder.length === 0 && !adding && <p className={styles.nobody}>No labels yet.</p>}
    </section>
  );
}
