import { useOverlay } from "@/lib/overlays";
import { useTellImports } from "./useTellImports";

/** Shows a toast when an import ends while its dialog is closed. */
export function TellImports() {
  useTellImports(useOverlay(({ overlay }) => overlay?.kind === "import"));
  return null;
}
