import { Failed } from "./FileStep";
import styles from "./Import.module.css";
import { Report } from "./Report";
import type { Step } from "./steps";

/** What an import would do: nothing has been changed yet. */
export function FoundStep({ step: { preview, failure } }: { step: Extract<Step, { at: "found" }> }) {
  const counts: [string, number][] = [
    ["New tasks", preview.created],
    ["Already there", preview.known],
    ["Refused", preview.refused],
    ["Comments", preview.comments],
    ["People", preview.people],
    ["Labels", preview.labels],
  ];
  return (
    <div className={styles.step}>
      <p className={styles.quiet}>
        {preview.fileName}
        {preview.list !== null && (
          <>
            {" goes into the list "}
            <b>{preview.list}</b>
          </>
        )}
        . Nothing has been changed yet.
      </p>
      <Failed failure={failure} />
      <dl className={styles.counts}>
        {counts.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{count.toLocaleString("en")}</dd>
          </div>
        ))}
      </dl>
      <Report report={preview.report} rowName={preview.format === "github" ? "Issue" : "Row"} />
    </div>
  );
}
