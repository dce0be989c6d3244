import { getDocument, PasswordException, PDFWorker, TextLayer, VerbosityLevel, version, type PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
// oxlint-disable-next-line import/default -- Vite makes the address
import workerAddress from "pdfjs-dist/legacy/build/pdf.worker.min.mjs?url";
import type { Size } from "./zoom";

export { TextLayer };
export type { PDFDocumentProxy };

/** Fonts, character maps and decoders, which the build puts there (`scripts/pdfParts.ts`). */
const parts = `/assets/pdf-${version}/`;
/** As large as a picture whose preview the node makes. */
const MOST_IMAGE_POINTS = 40_000_000;
/** How long a worker has to clear up before it is ended, in milliseconds. */
const PATIENCE = 1_000;

export interface OpenPdf {
  document: PDFDocumentProxy;
  /** The size of the first page, in units of the PDF. Other pages are assumed to have it until they are read. */
  first: Size;
}

/** Why a PDF is not shown. */
export class CannotOpen extends Error {
  readonly why: "password" | "damaged" | "notLoaded";

  constructor(why: CannotOpen["why"]) {
    super(why);
    this.why = why;
  }
}

/**
 * Reads a PDF in a worker of its own, which ends when the signal aborts, also if the file keeps it busy. Nothing in the file
 * runs: the part of the library that runs scripts is not shipped, and forms and links are not built.
 */
export async function openPdf(data: Uint8Array, signal: AbortSignal): Promise<OpenPdf> {
  const port = new Worker(workerAddress, { type: "module" });
  const task = getDocument({
    data,
    worker: PDFWorker.create({ port, verbosity: VerbosityLevel.ERRORS }),
    verbosity: VerbosityLevel.ERRORS,
    cMapUrl: `${parts}cmaps/`,
    standardFontDataUrl: `${parts}standard_fonts/`,
    iccUrl: `${parts}iccs/`,
    wasmUrl: `${parts}wasm/`,
    // The policy of the app forbids WebAssembly as it forbids `eval`.
    useWasm: false,
    enableXfa: false,
    maxImageSize: MOST_IMAGE_POINTS,
  });
  const end = () => {
    setTimeout(() => port.terminate(), PATIENCE);
    task.destroy().catch(() => undefined);
  };
  signal.addEventListener("abort", end, { once: true });
  const failed = new Promise<never>((_, reject) => {
    port.addEventListener("error", () => reject(new CannotOpen("notLoaded")));
    signal.addEventListener("abort", () => reject(new DOMException("The PDF was closed", "AbortError")));
  });
  try {
    const document = await Promise.race([task.promise, failed]);
    const page = await Promise.race([document.getPage(1), failed]);
    const { width, height } = page.getViewport({ scale: 1 });
    return { document, first: { width, height } };
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    end();
    if (thrown instanceof CannotOpen) throw thrown;
    throw new CannotOpen(thrown instanceof PasswordException ? "password" : "damaged");
  }
}
