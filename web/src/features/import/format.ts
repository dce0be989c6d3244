import { t } from "@lingui/core/macro";
import type { ImportFormat } from "@/wire/http.generated";

export const formatNames: Record<ImportFormat, string> = {
  csv: "CSV",
  get github() {
    return t`GitHub archive (JSON)`;
  },
};

/** The usual format of a file with this name; null if the name does not show it. */
export function formatOf(fileName: string): ImportFormat | null {
  const ending = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? "";
  if (ending === "json") return "github";
  return ["csv", "tsv", "txt"].includes(ending) ? "csv" : null;
}
