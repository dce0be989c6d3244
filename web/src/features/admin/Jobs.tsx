import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { tellFailure } from "@/actions/tellFailure";
import { discardJob, retryJob } from "@/api/admin";
import { cx } from "@/lib/cx";
import { formatInstant, formatInstantLong } from "@/lib/instant";
import { Button } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/Dialog";
import type { JobFailure, JobKind, JobsOverview, ScheduledJob } from "@/wire/http.generated";
import { shownNumber } from "@/words/region";
import styles from "./Admin.module.css";
import { formatPeriod, jobName } from "./jobNames";
import { Table } from "./Table";

interface JobsProps {
  jobs: JobsOverview;
  /** The time of the figures. */
  at: string;
  /** Fetches the figures again. */
  onChange: () => void;
}

/** The queue of background jobs: kinds, failures, and periodic jobs. */
export function Jobs({ jobs, at, onChange }: JobsProps) {
  return (
    <>
      <h2><Trans>Background jobs</Trans></h2>
      {jobs.kinds.length === 0 ? <p className={styles.quiet}><Trans>No jobs in the last day.</Trans></p> : <Queues kinds={jobs.kinds} />}
      {jobs.failures.length > 0 && (
        <>
          <h2><Trans>Failed jobs</Trans></h2>
          <Failures failures={jobs.failures} at={at} onChange={onChange} />
        </>
      )}
      <h2><Trans>Scheduled jobs</Trans></h2>
      <Schedule schedule={jobs.schedule} at={at} />
    </>
  );
}

const queueColumns = [
  { name: msg`Job` },
  { name: msg`Waiting`, number: true },
  { name: msg`Running`, number: true },
  { name: msg`Done, 24 h`, number: true },
  { name: msg`Obsolete, 24 h`, number: true },
  { name: msg`Failed`, number: true },
  { name: msg`Oldest`, number: true },
];

function Queues({ kinds }: { kinds: readonly JobKind[] }) {
  return (
    <Table name={t`Background jobs`} columns={queueColumns}>
      {kinds.map(({ kind, waiting, running, done, obsolete, failed, oldestSeconds }) => (
        <tr key={kind}>
          <td>{jobName(kind)}</td>
          <td className={styles.number}>{shownNumber(waiting)}</td>
          <td className={styles.number}>{shownNumber(running)}</td>
          <td className={styles.number}>{shownNumber(done)}</td>
          <td className={styles.number} title={t`No longer needed when they were due`}>{shownNumber(obsolete)}</td>
          <td className={cx(styles.number, failed > 0 && styles.bad)} title={t`Not tried again automatically`}>{shownNumber(failed)}</td>
          <td className={styles.number} title={t`Age of the oldest waiting or running job`}>
            {oldestSeconds === null ? "–" : formatPeriod(oldestSeconds)}
          </td>
        </tr>
      ))}
    </Table>
  );
}

const failureColumns = [
  { name: msg`Job` },
  { name: msg`Reason` },
  { name: msg`Tries`, number: true },
  { name: msg`Last try` },
  { name: msg`Next try` },
];

function Failures({ failures, at, onChange }: { failures: readonly JobFailure[]; at: string; onChange: () => void }) {
  const [asked, setAsked] = useState<JobFailure | null>(null);
  const act = async (call: () => Promise<void>) => {
    setAsked(null);
    try {
      await call();
    } catch (thrown) {
      tellFailure(thrown, () => act(call));
    }
    onChange();
  };
  return (
    <>
      <Table name={t`Failed jobs`} columns={failureColumns}>
        {failures.map((failure) => (
          <tr key={failure.id}>
            <td title={failure.id}>{jobName(failure.kind)}</td>
            <td>{failure.error}</td>
            <td className={styles.number}>{t`${failure.tries} of ${failure.mostTries}`}</td>
            <td title={formatInstantLong(failure.failedAt)}>{formatInstant(failure.failedAt)}</td>
            <td>
              {failure.dead ? (
                <span className={styles.actions}>
                  <Button size="sm" aria-label={t`Retry: ${jobName(failure.kind)}`} onClick={() => void act(() => retryJob(failure.id))}>
                    <Trans>Retry</Trans>
                  </Button>
                  <Button size="sm" variant="ghost" aria-label={t`Discard: ${jobName(failure.kind)}`} onClick={() => setAsked(failure)}>
                    <Trans>Discard</Trans>
                  </Button>
                </span>
              ) : (
                <Until instant={failure.nextAt} at={at} />
              )}
            </td>
          </tr>
        ))}
      </Table>
      {asked && (
        <ConfirmDialog
          open
          danger
          title={t`Discard this job?`}
          text={t`It won't be tried again. This can't be undone.`}
          confirm={t`Discard`}
          onConfirm={() => void act(() => discardJob(asked.id))}
          onCancel={() => setAsked(null)}
        />
      )}
    </>
  );
}

const scheduleColumns = [
  { name: msg`Job` },
  { name: msg`Every`, number: true },
  { name: msg`Last run` },
  { name: msg`Next run` },
  { name: msg`Result` },
];

function Schedule({ schedule, at }: { schedule: readonly ScheduledJob[]; at: string }) {
  return (
    <Table name={t`Scheduled jobs`} columns={scheduleColumns}>
      {schedule.map(({ kind, everySeconds, running, lastAt, nextAt, error }) => (
        <tr key={kind}>
          <td>{jobName(kind)}</td>
          <td className={styles.number}>{formatPeriod(everySeconds)}</td>
          <td {...(lastAt !== null && { title: formatInstantLong(lastAt) })}>{lastAt === null ? "–" : formatInstant(lastAt)}</td>
          <td>{running ? t`running now` : <Until instant={nextAt} at={at} />}</td>
          <td className={cx(error !== null && styles.bad)}>{error ?? (lastAt === null ? "–" : t`OK`)}</td>
        </tr>
      ))}
    </Table>
  );
}

function Until({ instant, at }: { instant: string | null; at: string }) {
  if (instant === null) return "–";
  const seconds = (Date.parse(instant) - Date.parse(at)) / 1000;
  return <span title={formatInstantLong(instant)}>{seconds <= 0 ? t`now` : t`in ${formatPeriod(seconds)}`}</span>;
}
