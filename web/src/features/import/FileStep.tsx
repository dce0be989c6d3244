import { FileUp, OctagonAlert } from "lucide-react";
import { useRef, useState, type DragEvent } from "react";
import type { ImportFormat } from "@/api/import";
import { cx } from "@/lib/cx";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import { SegmentedControl } from "@/ui/Segmented";
import { formatNames } from "./format";
import styles from "./Import.module.css";
import { Report } from "./Report";
import type { Failure, Step } from "./steps";

interface FileStepProps {
  step: Extract<Step, { at: "file" }>;
  onChoose: (file: File | null, format?: ImportFormat) => void;
}

const formats = (Object.keys(formatNames) as ImportFormat[]).map((id) => ({ id, name: formatNames[id] }));

/** Which file, and what it is written in. */
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
          <p>Drop a file here, or choose one: a GitHub archive (JSON) or CSV.</p>
        ) : (
          <p>
            <b>{chosen.file.name}</b> <span className={styles.quiet}>{sizeOf(chosen.file)}</span>
          </p>
        )}
        <Button onClick={() => input.current?.click()} data-autofocus>
          {chosen === null ? "Choose file" : "Choose another"}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="File to import"
          accept=".json,.csv,.tsv,.txt,application/json,text/csv"
          onChange={(event) => {
            onChoose(event.target.files?.item(0) ?? null);
            event.target.value = "";
          }}
        />
      </div>
      {chosen !== null && (
        <div className={styles.line}>
          <span>Read it as</span>
          <SegmentedControl
            name="Format"
            options={formats}
            value={chosen.format}
            onChange={(format) => onChoose(chosen.file, format)}
          />
        </div>
      )}
      <p className={styles.quiet}>Importing the same file again brings its tasks up to date and doubles none.</p>
      <Failed failure={failure} />
    </div>
  );
}

/** Why it did not go on, with the rows that are to blame. */
export function Failed({ failure }: { failure: Failure | null }) {
  if (failure === null) return null;
  return (
    <>
      <p className={styles.failure} role="alert">
        <Icon of={OctagonAlert} />
        {failure.message} Nothing was changed.
      </p>
      {/* What is wrong with the file as a whole is said above. */}
      <Report report={failure.report.filter(({ row, message }) => row !== null || message !== failure.message)} />
    </>
  );
}

function sizeOf({ size }: File): string {
  return size < 1_000_000 ? `${Math.max(1, Math.round(size / 1_000)).toLocaleString("en")} kB` : `${(size / 1_000_000).toFixed(1)} MB`;
}
