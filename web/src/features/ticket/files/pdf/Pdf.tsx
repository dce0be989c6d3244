import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { FileLock2, FileWarning, FileX, type LucideIcon } from "lucide-react";
import { useEffect, useState } from "react";
import { useLatest } from "@/lib/useLatest";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import type { File as FileRow } from "@/wire/generated";
import { bytesAt, MOST_BYTES } from "./bytes";
import { CannotOpen, openPdf, type OpenPdf } from "./open";
import styles from "./Pdf.module.css";
import { PdfPages } from "./PdfPages";

type Problem = "password" | "damaged" | "tooLarge" | "notLoaded";
type State = { is: "loading"; part: number } | { is: "open"; pdf: OpenPdf } | { is: "failed"; why: Problem };

export interface PdfProps {
  file: FileRow;
  /** Where its bytes are; a new address comes every few minutes. */
  address: string;
}

/** A PDF, read and drawn by the page itself. */
export function Pdf(props: PdfProps) {
  const [round, setRound] = useState(0);
  if (props.file.size > MOST_BYTES) return <Failed why="tooLarge" />;
  return <Reading key={round} {...props} onRetry={() => setRound(round + 1)} />;
}

function Reading({ file, address, onRetry }: PdfProps & { onRetry: () => void }) {
  const [state, setState] = useState<State>({ is: "loading", part: 0 });
  const latest = useLatest(address);
  const { size } = file;
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const open = async () => {
      const bytes = await bytesAt(latest.current, size, { signal, onProgress: (part) => setState({ is: "loading", part }) });
      const pdf = await openPdf(bytes, signal);
      setState({ is: "open", pdf });
    };
    open().catch((thrown: unknown) => {
      if (!signal.aborted) setState({ is: "failed", why: thrown instanceof CannotOpen ? thrown.why : "notLoaded" });
    });
    return () => stop.abort();
  }, [size, latest]);
  if (state.is === "open") return <PdfPages pdf={state.pdf} name={file.name} />;
  if (state.is === "failed") return <Failed why={state.why} onRetry={onRetry} />;
  return (
    <p className={styles.told} role="status">
      <Trans>Loading…</Trans>
      <progress className={styles.progress} value={state.part} aria-label={t`Loading the PDF`} />
    </p>
  );
}

function Failed({ why, onRetry }: { why: Problem; onRetry?: () => void }) {
  const told: Record<Problem, [LucideIcon, string]> = {
    password: [FileLock2, t`This PDF is protected by a password. Download it to open it.`],
    damaged: [FileWarning, t`This PDF is damaged and can't be shown. You can still download it.`],
    tooLarge: [FileX, t`This PDF is too large to be shown here. Download it to open it.`],
    notLoaded: [FileX, t`The PDF couldn't be loaded. Check your connection.`],
  };
  const [icon, text] = told[why];
  return (
    <div className={styles.told} role="alert">
      <Icon of={icon} size={20} />
      <p>{text}</p>
      {why === "notLoaded" && (
        <Button onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </div>
  );
}
