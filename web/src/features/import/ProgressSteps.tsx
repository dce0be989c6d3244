import { CircleCheck, OctagonAlert } from "lucide-react";
import { closeOverlay } from "@/lib/overlays";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import { Progress } from "@/ui/Progress";
import styles from "./Import.module.css";
import { Report } from "./Report";
import type { Step } from "./steps";
import { isCutShort, outcome } from "./outcome";

/** The file is on its way, or there and being read. */
export function UploadStep({ step }: { step: Extract<Step, { share: number }> }) {
  const there = step.share >= 1;
  return (
    <div className={styles.step}>
      <p className={styles.quiet}>
        {step.chosen.file.name} {there ? "is being read" : `is on its way, ${Math.round(step.share * 100)}%`}
      </p>
      <Progress name="Upload" share={there ? null : step.share} />
    </div>
  );
}

interface RunningStepProps {
  importId: string;
  onShow: () => void;
  onAgain: () => void;
}

/** The job at work, and what became of it. It goes on when the dialog is closed. */
export function RunningStep({ importId, onShow, onAgain }: RunningStepProps) {
  const job = useTroupe((state) => state.imports[importId]);
  if (!job || job.state === "running") {
    const { done = 0, total = 0 } = job ?? {};
    return (
      <div className={styles.step}>
        <p className={styles.quiet} role="status">
          {total === 0 ? "Beginning" : `${done.toLocaleString("en")} of ${total.toLocaleString("en")} tasks`}
        </p>
        <Progress name="Import" share={total === 0 ? null : done / total} />
        <p className={styles.quiet}>You can close this: the import goes on, and you are told when it is done.</p>
        <div className={styles.end}>
          <Button onClick={closeOverlay}>Close</Button>
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
      <Report report={job.report} rowName={job.format === "github" ? "Issue" : "Row"} />
      <div className={styles.end}>
        <Button onClick={onAgain}>Import another file</Button>
        <Button variant="primary" onClick={onShow}>
          Show the tasks
        </Button>
      </div>
    </div>
  );
}
