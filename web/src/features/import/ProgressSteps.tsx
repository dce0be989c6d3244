import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { CircleCheck, OctagonAlert } from "lucide-react";
import { closeOverlay } from "@/lib/overlays";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import { Progress } from "@/ui/Progress";
import { shownNumber } from "@/words/region";
import styles from "./Import.module.css";
import { Report } from "./Report";
import type { Step } from "./steps";
import { isCutShort, outcome } from "./outcome";

/** The file is being uploaded, or was uploaded and is being read. */
export function UploadStep({ step }: { step: Extract<Step, { share: number }> }) {
  const there = step.share >= 1;
  return (
    <div className={styles.step}>
      <p className={styles.quiet}>
        {there ? t`Reading ${step.chosen.file.name}` : t`Uploading ${step.chosen.file.name}: ${Math.round(step.share * 100)}%`}
      </p>
      <Progress name={t`Upload`} share={there ? null : step.share} />
    </div>
  );
}

interface RunningStepProps {
  importId: string;
  /** `fresh` is false if the import made no tasks. Tasks that it updated are in the lists where they were. */
  onShow: (fresh: boolean) => void;
  onAgain: () => void;
}

/** The running job, and its outcome. The job continues if the dialog is closed. */
export function RunningStep({ importId, onShow, onAgain }: RunningStepProps) {
  const job = useTroupe((state) => state.imports[importId]);
  if (!job || job.state === "running") {
    const { done = 0, total = 0 } = job ?? {};
    return (
      <div className={styles.step}>
        <p className={styles.quiet} role="status">
          {total === 0 ? t`Starting` : t`${shownNumber(done)} of ${shownNumber(total)} tasks`}
        </p>
        <Progress name={t`Import`} share={total === 0 ? null : done / total} />
        <p className={styles.quiet}><Trans>You can close this: we'll notify you when it's done.</Trans></p>
        <div className={styles.end}>
          <Button onClick={closeOverlay}><Trans>Close</Trans></Button>
        </div>
      </div>
    );
  }
  const failed = isCutShort(job);
  return (
    <div className={styles.step}>
      <p className={failed ? styles.failure : styles.done} role="status">
        <Icon of={failed ? OctagonAlert : CircleCheck} />
        {outcome(job)}
      </p>
      <Report report={job.report} rowName={job.format === "github" ? t`Issue` : t`Row`} />
      <div className={styles.end}>
        <Button onClick={onAgain}><Trans>Import another file</Trans></Button>
        <Button variant="primary" onClick={() => onShow(job.created > 0)}>
          <Trans>Show tasks</Trans>
        </Button>
      </div>
    </div>
  );
}
