import { t } from "@lingui/core/macro";
import { attach, useUploads } from "@/actions/uploads";
import { navigate } from "@/lib/location";
import { paths } from "@/lib/paths";
import { ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import type { Answer } from "@/sync/types";
import { tellRefusal } from "@/ui/Toast";
import { isolated } from "@/words/isolate";
import type { HeldFile } from "./kept";

interface Sending {
  workspaceId: string;
  slug: string;
  ticketId: string;
  files: readonly HeldFile[];
  answers: Promise<readonly Answer[]>;
}

/** Attaches files to a new ticket as soon as the node has made it. A file that the node refuses is explained, because the dialog is closed by then. */
export function sendFiles({ workspaceId, slug, ticketId, files, answers }: Sending): void {
  if (files.length === 0) return;
  const ended = (uploadId: string, fileId: string | null) => {
    const upload = useUploads.getState().uploads.find(({ id }) => id === uploadId);
    if (fileId !== null || upload?.state !== "refused") return;
    const open = () => {
      const state = useTroupe.getState();
      const ticket = state.tickets[ticketId];
      if (ticket) navigate(paths.collection(slug, "all", { ticketKey: ticketKey(state, ticket) ?? ticketId }));
    };
    const reason = upload.reason ?? "";
    tellRefusal(t`${isolated(upload.name)} was not attached. ${reason}`, { name: t`Open task`, onClick: open });
  };
  const made = answers.then(([first]) => first?.ok === true);
  attach(workspaceId, ticketId, files.map(({ file }) => file), { made, ended });
}
