import { plural, t } from "@lingui/core/macro";
import { tell, tellRefusal } from "@/ui/Toast";

/** Copies lines to the clipboard and shows a toast. `said` replaces the text of the toast, for example if the copied text is long. */
export function copy(lines: string[], said?: string): void {
  const text = lines.join("\n");
  navigator.clipboard?.writeText(text).then(
    () => tell({ text: said ?? (lines.length === 1 ? t`Copied ${text}` : plural(lines.length, { one: "Copied # line", other: "Copied # lines" })) }),
    () => tellRefusal(t`Your browser blocked copying.`),
  );
}
