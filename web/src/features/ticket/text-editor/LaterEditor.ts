import { laterComponent } from "@/lib/later";
import type { TextEditorProps } from "./TextEditor";

/** The editor of descriptions, with everything that several people need to write at once. Loaded when the page is usable, or at the first use. */
export const LaterEditor = laterComponent<TextEditorProps>(async () => (await import("./TextEditor")).TextEditor);
