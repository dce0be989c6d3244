import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { LayoutGrid, List, Paperclip, Upload as UploadIcon } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { attach, useUploads } from "@/actions/uploads";
import { useMayOn } from "@/actions/useMay";
import { cx } from "@/lib/cx";
import { formatSize } from "@/lib/size";
import { pastedFiles } from "@/lib/useIncomingFiles";
import { filesOf } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import { SegmentedControl } from "@/ui/Segmented";
import type { Ticket } from "@/wire/generated";
import { useSectionName } from "../place";
import styles from "./Files.module.css";
import { FileTile, UploadTile } from "./FileTile";
import { Preview } from "./Preview";
import { useAddresses } from "./useAddresses";

type Layout = "grid" | "list";
const LAYOUT = "troupe.files.layout";

function keptLayout(): Layout {
  try {
    return localStorage.getItem(LAYOUT) === "list" ? "list" : "grid";
  } catch {
    return "grid";
  }
}

/** The files of a ticket. */
export function Files({ ticket }: { ticket: Ticket }) {
  const sectionName = useSectionName(t`Files`);
  const files = useTroupe((state) => filesOf(state, ticket.id));
  const workspaceId = useTroupe((state) => state.workspace?.id ?? "");
  const isAway = useTroupe((state) => state.connection !== "live");
  const mayEdit = useMayOn("editTickets", ticket);
  const all = useUploads((state) => state.uploads);
  const uploads = useMemo(() => all.filter((it) => it.ticketId === ticket.id), [all, ticket.id]);
  const addresses = useAddresses(workspaceId, ticket.id, files.map(({ id, preview }) => `${id}${preview}`).join());
  const [layout, setLayout] = useState(keptLayout);
  const [shown, setShown] = useState<string | null>(null);
  const section = useRef<HTMLElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const isOver = useIncoming(section, mayEdit, (incoming) => attach(workspaceId, ticket.id, incoming));
  if (files.length === 0 && uploads.length === 0 && !mayEdit) return null;
  const choose = (next: Layout) => {
    setLayout(next);
    try {
      localStorage.setItem(LAYOUT, next);
    } catch {
      // Storage is denied: the choice ends with the page.
    }
  };
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const hasAny = files.length > 0 || uploads.length > 0;
  return (
    <section ref={section} className={styles.section} aria-label={sectionName}>
      <header className={styles.head}>
        <h3><Trans>Files</Trans></h3>
        {files.length > 0 && <span className={styles.count}>{files.length}</span>}
        {files.length > 0 && <span className={styles.count}>{formatSize(size)}</span>}
        <span className={styles.end}>
          {hasAny && (
            <SegmentedControl
              name={t`Layout of files`}
              value={layout}
              onChange={choose}
              options={[
                { id: "grid", name: t`Grid`, icon: LayoutGrid },
                { id: "list", name: t`List`, icon: List },
              ]}
            />
          )}
          {mayEdit && (
            <Button size="sm" onClick={() => input.current?.click()}>
              <Icon of={Paperclip} size={14} />
              <Trans>Attach</Trans>
            </Button>
          )}
        </span>
      </header>
      {mayEdit && (
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label={t`Files to attach`}
          onChange={(event) => {
            attach(workspaceId, ticket.id, [...(event.target.files ?? [])]);
            event.target.value = "";
          }}
        />
      )}
      {isAway && uploads.length > 0 && (
        <p className={styles.note} role="status"><Trans>You're offline. Uploads wait for the network.</Trans></p>
      )}
      {hasAny && (
        <ul className={cx(styles.files, layout === "list" && styles.list)}>
          {files.map((file) => (
            <FileTile key={file.id} file={file} addresses={addresses[file.id]} mayDelete={mayEdit} onOpen={() => setShown(file.id)} />
          ))}
          {uploads.map((upload) => (
            <UploadTile key={upload.id} upload={upload} onChoose={() => input.current?.click()} />
          ))}
        </ul>
      )}
      {mayEdit && (
        <button type="button" className={cx(styles.drop, isOver && styles.over)} onClick={() => input.current?.click()}>
          <Icon of={UploadIcon} />
          <span><Trans>Drop files, paste or choose</Trans></span>
        </button>
      )}
      <Preview files={files} addresses={addresses} shown={shown} onShow={setShown} />
    </section>
  );
}

/** Files that are dropped on the panel, or pasted while it is open. True while files hover over the panel. */
function useIncoming(section: React.RefObject<HTMLElement | null>, allowed: boolean, take: (files: File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    const panel = section.current?.closest("aside");
    if (!panel || !allowed) return undefined;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setIsOver(true);
    };
    const leave = (event: DragEvent) => {
      if (!(event.relatedTarget instanceof Node) || !panel.contains(event.relatedTarget)) setIsOver(false);
    };
    const drop = (event: DragEvent) => {
      setIsOver(false);
      // The editor of the description takes files that are dropped into the text.
      if (!hasFiles(event) || event.defaultPrevented) return;
      event.preventDefault();
      latest.current([...(event.dataTransfer?.files ?? [])]);
    };
    const paste = (event: ClipboardEvent) => {
      const files = pastedFiles(event.clipboardData);
      if (files.length === 0 || event.defaultPrevented) return;
      event.preventDefault();
      latest.current(files);
    };
    panel.addEventListener("dragover", over);
    panel.addEventListener("dragleave", leave);
    panel.addEventListener("drop", drop);
    document.addEventListener("paste", paste);
    return () => {
      panel.removeEventListener("dragover", over);
      panel.removeEventListener("dragleave", leave);
      panel.removeEventListener("drop", drop);
      document.removeEventListener("paste", paste);
    };
  }, [section, allowed]);
  return isOver;
}
