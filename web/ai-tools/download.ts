import {
  buildExportFileName,
  formatAnswerAsJson,
  formatAnswerAsMarkdown,
  type ToolAnswer,
} from "#core/ai/export.ts";

const TYPES = { md: "text/markdown", json: "application/json", sarif: "application/sarif+json" } as const;

/** Saves an answer as a file. */
export async function download(answer: ToolAnswer, form: keyof typeof TYPES): Promise<void> {
  const blob = new Blob([await write(answer, form)], { type: TYPES[form] });
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = buildExportFileName(answer, form);
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

async function write(answer: ToolAnswer, form: keyof typeof TYPES): Promise<string> {
  if (form === "sarif") {
    // Loaded on demand, because it contains the texts of all detectors.
    const { toSarif } = await import("#core/ai/scanner/to-sarif.ts");
    return `${JSON.stringify(toSarif(answer, { at: answer.time }), null, 2)}\n`;
  }
  if (form === "md") return formatAnswerAsMarkdown(answer, location.origin);
  return formatAnswerAsJson(answer, location.origin);
}
