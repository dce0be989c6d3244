import { laterComponent } from "@/lib/later";
import type { TextPageProps } from "./TextPage";
import type { TextMode } from "./textMode";

/** The editor on a page of its own, and the versions of a description. Few visits need them. */
export const LaterTextPage = laterComponent<TextPageProps & { mode: TextMode }>(async () => (await import("./TextPage")).TextPage, { idle: false });
