import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ImportPreview } from "@/wire/http.generated";
import { attributeTypeNames } from "@/ui/attributeTypeNames";
import { shownNumber } from "@/words/region";
import { Failed } from "./FileStep";
import styles from "./Import.module.css";
import { Report } from "./Report";
import type { Step } from "./steps";

/** The result of the dry run. Nothing has been changed yet. */
export function FoundStep({ step: { preview, failure } }: { step: Extract<Step, { at: "found" }> }) {
  // A node of the previous version sends neither.
  const { attributes = [], records = 0 } = preview as Partial<ImportPreview>;
  const counts: [string, number][] = [
    [t`New tasks`, preview.created],
    [t`Existing tasks`, preview.known],
    [t`Skipped`, preview.refused],
    [t`Comments`, preview.comments],
    [t`People`, preview.people],
    [t`Labels`, preview.labels],
    ...(records > 0 ? [[t`Types, components, versions`, records] satisfies [string, number]] : []),
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
            <dd>{shownNumber(count)}</dd>
          </div>
        ))}
      </dl>
      {attributes.length > 0 && (
        <div>
          <p className={styles.quiet}><Trans>New attributes</Trans></p>
          <ul className={styles.attributes}>
            {attributes.map(({ name, type, options }) => (
              <li key={name}>
                <b>{name}</b> {attributeTypeNames[type]}
                {options > 0 && <> · {plural(options, { one: "# option", other: "# options" })}</>}
              </li>
            ))}
          </ul>
        </div>
      )}
      <Report report={preview.report} rowName={preview.format === "github" ? t`Issue` : t`Row`} />
    </div>
  );
}
