import { t } from "@lingui/core/macro";
import { Extension, type Editor } from "@tiptap/core";
import { Plugin, PluginKey, type EditorState } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { attach, useUploads } from "@/actions/uploads";
import { useTroupe } from "@/sync/store";
import { allowedLine } from "@/sync/texts/allowedValues";
import styles from "../TextEditor.module.css";

type Change = { add: string; name: string; at: number } | { remove: string };

const key = new PluginKey<DecorationSet>("uploads");

/** Stands for a file until it has arrived: its name, and how much was sent. Only this page shows it. */
function placeholder(id: string, name: string): HTMLElement {
  const chip = document.createElement("span");
  chip.className = styles.upload ?? "";
  chip.role = "progressbar";
  chip.ariaLabel = t`Uploading ${name}`;
  const show = () => {
    const upload = useUploads.getState().uploads.find((one) => one.id === id);
    const percent = upload ? Math.round((100 * upload.sent) / Math.max(upload.size, 1)) : 100;
    chip.ariaValueNow = String(percent);
    chip.textContent = `${name} ${percent}%`;
    if (!chip.isConnected && !upload) stop();
  };
  const stop = useUploads.subscribe(show);
  show();
  return chip;
}

/** Sends files to the ticket, and puts each into the text at its place once it has arrived. */
export function placeFiles(editor: Editor, ticketId: string, files: readonly File[], at = editor.state.selection.from): void {
  const workspaceId = useTroupe.getState().workspace?.id;
  if (workspaceId === undefined || files.length === 0) return;
  const names = new Map<string, string>();
  const tell = (change: Change) => {
    if (!editor.isDestroyed) editor.view.dispatch(editor.state.tr.setMeta(key, change).setMeta("addToHistory", false));
  };
  const ended = (uploadId: string, fileId: string | null) => {
    if (editor.isDestroyed) return;
    const place = key.getState(editor.state)?.find(undefined, undefined, (spec) => spec.id === uploadId)[0]?.from;
    tell({ remove: uploadId });
    if (fileId === null || place === undefined || !editor.isEditable) return;
    editor.commands.insertContentAt(place, { type: "image", attrs: { src: `file:${fileId}`, alt: allowedLine(names.get(uploadId)) } });
  };
  const ids = attach(workspaceId, ticketId, files, { ended });
  for (const [index, id] of ids.entries()) {
    const name = files[index]?.name ?? "";
    names.set(id, name);
    tell({ add: id, name, at });
  }
}

/** True while a file is on its way into the text. */
export const isUploading = (state: EditorState): boolean => (key.getState(state)?.find().length ?? 0) > 0;

/** Takes files that are pasted into the text or dropped on it. */
export const uploads = (ticketId: string) =>
  Extension.create({
    name: "uploads",
    addProseMirrorPlugins() {
      const { editor } = this;
      return [
        new Plugin<DecorationSet>({
          key,
          state: {
            init: () => DecorationSet.empty,
            apply(tr, before) {
              const mapped = before.map(tr.mapping, tr.doc);
              const change = tr.getMeta(key) as Change | undefined;
              if (!change) return mapped;
              if ("add" in change) return mapped.add(tr.doc, [Decoration.widget(change.at, () => placeholder(change.add, change.name), { id: change.add, key: change.add })]);
              return mapped.remove(mapped.find(undefined, undefined, (spec) => spec.id === change.remove));
            },
          },
          props: {
            decorations: (state) => key.getState(state),
            handlePaste: (_, event) => {
              const files = [...(event.clipboardData?.files ?? [])];
              // A copied part of a page has both: its text is wanted, not its picture.
              if (files.length === 0 || event.clipboardData?.getData("text/html")) return false;
              placeFiles(editor, ticketId, files);
              return true;
            },
            handleDrop: (view, event) => {
              const files = [...(event.dataTransfer?.files ?? [])];
              if (files.length === 0) return false;
              placeFiles(editor, ticketId, files, view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ?? view.state.selection.from);
              return true;
            },
          },
        }),
      ];
    },
  });
