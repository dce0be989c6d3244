import { laterComponent } from "@/lib/later";
import { PdfNotLoaded } from "./PdfNotLoaded";
import type { PdfProps } from "./Pdf";

/** The viewer of PDF files. Its library is large, so it is fetched when a PDF is opened. */
export const LaterPdf = laterComponent<PdfProps>(async () => (await import("./Pdf")).Pdf, { idle: false, instead: PdfNotLoaded });
