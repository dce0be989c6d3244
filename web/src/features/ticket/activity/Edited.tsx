import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import { formatInstantLong } from "@/lib/instant";
import { useEver } from "@/lib/useEver";
import type { Activity } from "@/wire/generated";
import styles from "./Activity.module.css";
import { LaterVersions } from "./LaterVersions";

/** Says that a comment was edited, and opens its earlier versions. */
export function Edited({ comment, at }: { comment: Activity; at: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={styles.edited} title={formatInstantLong(at)} aria-haspopup="dialog" aria-label={t`Edited. Show edit history`} onClick={() => setOpen(true)}>
        <Trans>edited</Trans>
      </button>
      <Suspense>{useEver(open) && <LaterVersions comment={comment} open={open} onOpenChange={setOpen} />}</Suspense>
    </>
  );
}
