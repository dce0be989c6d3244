import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ImportJob } from "@/wire/generated";
import { cx } from "@/lib/cx";
import styles from "./Import.module.css";

type Entry = ImportJob["report"][number];

/** True for a note; every other entry is a refusal. */
const isNote = ({ code }: Entry) => code === "noted";

/** The report, row by row. */
export function Report({ report, rowName }: { report: readonly Entry[]; rowName?: string }) {
  if (report.length === 0) return null;
  const keyed = report.map((entry, at) => ({ entry, key: `${entry.row ?? "file"}-${at}` }));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so keys must reach it
    <div className={styles.report} role="region" aria-label={t`Report`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{rowName ?? t`Row`}</th>
            <th scope="col"><Trans>Result</Trans></th>
            <th scope="col"><Trans>Reason</Trans></th>
          </tr>
        </thead>
        <tbody>
          {keyed.map(({ entry, key }) => (
            <tr key={key}>
              <td>{entry.row ?? t`File`}</td>
              <td className={cx(!isNote(entry) && styles.refused)}>{isNote(entry) ? t`Note` : t`Skipped`}</td>
              <td>{entry.message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
