import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { createLabel } from "@/actions/config";
import { useMay } from "@/actions/useMay";
import { labelsInOrder } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { LabelDot } from "@/ui/Label";
import { Head } from "./Head";
import { LabelLine } from "./LabelLine";
import { LabelName } from "./LabelName";
import { tasksByLabel } from "./labels";
import { ReplaceLabel } from "./ReplaceLabel";
import styles from "./Settings.module.css";

/** Renames, colours, creates and deletes the labels of the workspace. */
export function Labels() {
  const labels = useTroupe((state) => state.labels);
  const tickets = useTroupe((state) => state.tickets);
  const counts = useMemo(() => tasksByLabel(tickets), [tickets]);
  const [adding, setAdding] = useState(false);
  const [replacedId, setReplacedId] = useState<string | null>(null);
  const mayManage = useMay("manageLabels");
  const inOrder = labelsInOrder({ labels });
  const replaced = inOrder.find(({ id }) => id === replacedId);
  return (
    <section className={styles.section} aria-label={t`Labels`}>
      <Head
        title={t`Labels`}
        text={t`Labels are shared across the workspace.`}
        action={
          mayManage && (
            <Button variant="primary" icon={Plus} onClick={() => setAdding(true)}>
              <Trans>New label</Trans>
            </Button>
          )
        }
      />
      <table className={styles.table} aria-label={t`Labels`}>
        <thead>
          <tr>
            <th scope="col"><Trans>Name</Trans></th>
            <th scope="col" className={styles.number}>
              <Trans>Tasks</Trans>
            </th>
            <th scope="col">
              <span className={styles.hidden}>{t`Actions`}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {mayManage && adding && (
            <tr>
              <td colSpan={3}>
                <span className={styles.person}>
                  <span className={styles.dot}>
                    <LabelDot hue="grey" />
                  </span>
                  <LabelName
                    name=""
                    label={t`New label name`}
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
            <LabelLine key={label.id} label={label} tasks={counts.get(label.id) ?? 0} among={inOrder} onReplace={() => setReplacedId(label.id)} />
          ))}
        </tbody>
      </table>
      {inOrder.length === 0 && !adding && <p className={styles.empty}><Trans>No labels yet.</Trans></p>}
      {mayManage && replaced && <ReplaceLabel of={replaced} others={inOrder.filter(({ id }) => id !== replaced.id)} onClose={() => setReplacedId(null)} />}
    </section>
  );
}
