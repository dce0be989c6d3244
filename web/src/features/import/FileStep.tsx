import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { FileUp, OctagonAlert } from "lucide-react";
import { useRef, useState, type DragEvent } from "react";
import type { ImportFormat } from "@/wire/http.generated";
import { cx } from "@/lib/cx";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import { SegmentedControl } from "@/ui/Segmented";
import { shownNumber } from "@/words/region";
import { formatNames } from "./format";
import styles from "./Import.module.css";
import { Report } from "./Report";
import type { Failure, Step } from "./steps";

interface FileStepProps {
  step: Extract<Step, { at: "file" }>;
  onChoose: (file: File | null, format?: ImportFormat) => void;
}

const formats = Object.keys(formatNames) as ImportFormat[];

/** The choice of a file and its format. */
export function FileStep({ step: { chosen, failure }, onChoose }: FileStepProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files.item(0);
    if (file) onChoose(file);
  };
  return (
    <div className={styles.step}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping is a second way; the button is the first */}
      <div
        className={cx(styles.drop, over && styles.over)}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Icon of={FileUp} size={20} />
        {chosen === null ? (
          <p><Trans>Drop a GitHub archive (JSON) or a CSV file here.</Trans></p>
        ) : (
          <p>
            <b>{chosen.file.name}</b> <span className={styles.quiet}>{sizeOf(chosen.file)}</span>
          </p>
        )}
        <Button onClick={() => input.current?.click()} data-autofocus>
          {chosen === null ? t`Choose file` : t`Choose another file`}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t`File to import`}
          accept=".json,.csv,.tsv,.txt,application/json,text/csv"
          onChange={(event) => {
            onChoose(event.target.files?.item(0) ?? null);
            event.target.value = "";
          }}
        />
      </div>
      {chosen !== null && (
        <div className={styles.line}>
          <span><Trans>File format</Trans></span>
          <SegmentedControl
            name={t`File format`}
            options={formats.map((id) => ({ id, name: formatNames[id] }))}
            value={chosen.format}
            onChange={(format) => onChoose(chosen.file, format)}
          />
        </div>
      )}
      <p className={styles.quiet}><Trans>Importing the same file again updates tasks without creating duplicates.</Trans></p>
      <Failed failure={failure} />
    </div>
  );
}

/** Why the import did not continue, with the rows at fault. */
export function Failed({ failure }: { failure: Failure | null }) {
  if (failure === null) return null;
  return (
    <>
      <p className={styles.failure} role="alert">
        <Icon of={OctagonAlert} />
        <Trans>{failure.message} Nothing was changed.</Trans>
      </p>
      {/* A problem of the whole file is shown above. */}
      <Report report={failure.report.filter(({ message }) => message !== failure.message)} />
    </>
  );
}

function sizeOf({ size }: File): string {
  return size < 1_000_000 ? t`${shownNumber(Math.max(1, Math.round(size / 1_000)))} KB` : t`${(size / 1_000_000).toFixed(1)} MB`;
}
