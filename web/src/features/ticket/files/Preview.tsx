import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ChevronLeft, ChevronRight, Download } from "lucide-react";
import { Suspense, useEffect, useState } from "react";
import { cx } from "@/lib/cx";
import { formatInstant } from "@/lib/instant";
import { formatSize } from "@/lib/size";
import { memberName } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Dialog } from "@/ui/Dialog";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import type { File as FileRow } from "@/wire/generated";
import type { FileAddresses } from "@/wire/http.generated";
import { iconOf } from "./FileTile";
import styles from "./Files.module.css";
import { LaterPdf } from "./pdf/LaterPdf";
import type { Addresses } from "./useAddresses";

interface PreviewProps {
  files: readonly FileRow[];
  addresses: Addresses;
  /** The id of the file that is shown. */
  shown: string | null;
  onShow: (id: string | null) => void;
}

/** A file over the page, with its neighbours one step away. */
export function Preview({ files, addresses, shown, onShow }: PreviewProps) {
  const place = files.findIndex(({ id }) => id === shown);
  const file = files[place];
  const by = useTroupe((state) => (file ? state.members[file.createdUserId] : undefined));
  const address = file && addresses[file.id];
  const step = (by: number) => onShow(files[place + by]?.id ?? shown);
  const facts = file && [file.width !== null && file.height !== null ? `${file.width} × ${file.height}` : null, formatSize(file.size)].filter((it) => it !== null);
  return (
    <Dialog
      open={file !== undefined}
      onOpenChange={(open) => !open && onShow(null)}
      title={file?.name ?? ""}
      text={facts?.join(", ")}
      wide={file && isPdf(file) ? "whole" : true}
      actions={
        file && (
          <>
            <IconButton icon={ChevronLeft} name={t`Previous file`} disabled={place === 0} onClick={() => step(-1)} />
            <span className={styles.count}><Trans>{place + 1} of {files.length}</Trans></span>
            <IconButton icon={ChevronRight} name={t`Next file`} disabled={place === files.length - 1} onClick={() => step(1)} />
            <span className={styles.by}>
              {by && <span dir="auto">{memberName(by)}</span>} {formatInstant(file.createdAt)}
            </span>
            {address && (
              <a className={styles.save} href={address.download} download={file.name}>
                <Icon of={Download} size={14} />
                <Trans>Download</Trans>
              </a>
            )}
          </>
        )
      }
    >
      {file && <div className={cx(styles.stage, isPdf(file) && styles.whole)}>{address ? <Content key={file.id} file={file} address={address} /> : <Bare file={file} />}</div>}
    </Dialog>
  );
}

const isPdf = ({ contentType }: FileRow) => contentType === "application/pdf";

function Content({ file, address }: { file: FileRow; address: FileAddresses }) {
  // The address changes every few minutes; what plays goes on with its first one.
  const [content] = useState(address.content);
  if (address.large !== null) return <img className={styles.shown} src={address.large} alt={file.name} />;
  // A recording of a person brings no captions along.
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  if (file.contentType.startsWith("video/")) return <video className={styles.shown} src={content} controls />;
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  if (file.contentType.startsWith("audio/")) return <audio src={content} controls />;
  if (isPdf(file)) {
    return (
      <Suspense fallback={<Trans>Loading…</Trans>}>
        <LaterPdf file={file} address={address.content} />
      </Suspense>
    );
  }
  if (file.contentType === "text/plain") return <Text file={file} address={content} />;
  return <Bare file={file} />;
}

/** A file that is only saved. */
function Bare({ file }: { file: FileRow }) {
  return (
    <p className={styles.bare}>
      <Icon of={iconOf(file.contentType)} size={20} />
      <Trans>There is no preview for this file. Download it to open it.</Trans>
    </p>
  );
}

/** The most bytes of a text that are shown. */
const MOST = 256 * 1024;

function Text({ file, address }: { file: FileRow; address: string }) {
  const [text, setText] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    fetch(address, { headers: { range: `bytes=0-${MOST - 1}` }, signal: stop.signal })
      .then(async (answer) => (answer.ok ? setText(await answer.text()) : setFailed(true)))
      .catch(() => !stop.signal.aborted && setFailed(true));
    return () => stop.abort();
  }, [address]);
  if (failed) return <Bare file={file} />;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long text is scrolled with the keyboard
    <pre className={styles.text} tabIndex={0} dir="auto">
      {text ?? t`Loading…`}
      {file.size > MOST && text !== null && `\n\n${t`The rest is in the file.`}`}
    </pre>
  );
}
