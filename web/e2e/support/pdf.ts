interface PdfOptions {
  /** A script that the file asks to run when it is opened, when its pages are shown, and when its button is pressed. */
  script?: string;
  /** True for a file that cannot be read without a password. */
  locked?: boolean;
}

/** A PDF with one page a text. It embeds no font; viewers must have both, and no system has the second. */
export function pdf(texts: readonly string[], { script, locked = false }: PdfOptions = {}): Buffer {
  const action = script === undefined ? "" : `<< /S /JavaScript /JS (${script}) >>`;
  const pageAt = (index: number) => 6 + 2 * index;
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${action && `/OpenAction ${action} /Names << /JavaScript << /Names [(run) ${action}] >> >>`} >>`,
    `<< /Type /Pages /Kids [${texts.map((_, index) => `${pageAt(index)} 0 R`).join(" ")}] /Count ${texts.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >>",
    `<< /Type /Annot /Subtype /Widget /FT /Btn /T (Run) /Rect [72 72 200 100] ${action && `/A ${action}`} >>`,
    ...texts.flatMap((text, index) => {
      const drawn = `BT /F1 36 Tf 72 760 Td (${text}) Tj ET BT /F2 36 Tf 72 340 Td (4) Tj ET 0.6 0.14 0.41 rg 72 400 451 300 re f`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Annots [5 0 R] ${action && `/AA << /O ${action} >>`} /Contents ${pageAt(index) + 1} 0 R >>`,
        `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
      ];
    }),
  ];
  // The checks of no password fit these: every reader asks for one.
  const lock = `<< /Filter /Standard /V 1 /R 2 /P -4 /O <${"5a".repeat(32)}> /U <${"a5".repeat(32)}> >>`;
  let body = "%PDF-1.7\n";
  const places = objects.map((object, index) => {
    const place = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${locked ? `/Encrypt ${lock} /ID [<00> <00>]` : ""} >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(body + end, "latin1");
}
