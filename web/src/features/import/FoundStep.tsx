import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Failed } from "./FileStep";
import styles from "./Import.module.css";
import { Report } from "./Report";
import type { Step } from "./steps";

/** The result of the dry run. Nothing has been changed yet. */
export function FoundStep({ step: { preview, failure } }: { step: Extract<Step, { at: "found" }> }) {
  const counts: [string, number][] = [
    [t`New tasks`, preview.created],
    [t`Existing tasks`, preview.known],
    [t`Skipped`, preview.refused],
    [t`Comments`, preview.comments],
    [t`People`, preview.people],
    [t`Labels`, preview.labels],
  ];
  return (
    <div className={styles.step}>
      <p className={styles.quiet}>
        {preview.list === null || preview.created === 0 ? (
          <Trans>{preview.fileName}. Nothing has been changed yet.</Trans>
        ) : (
          <Trans>
            {preview.fileName} will be imported into the list <b>{preview.list}</b>. Nothing has been changed yet.
          </Trans>
        )}
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
      <Report report={preview.report} rowName={preview.format === "github" ? t`Issue` : t`Row`} />
    </div>
  );
}
