import {
  buildExportFileName,
  formatAnswerAsJson,
  formatAnswerAsMarkdown,
  type ToolAnswer,
} from "#core/ai/export.ts";

const MIME_TYPES = {
  md: "text/markdown",
  json: "application/json",
  sarif: "application/sarif+json",
} as const;

export async function downloadAnswer(answer: ToolAnswer, format: keyof typeof MIME_TYPES): Promise<void> {
  const blob = new Blob([await formatAnswer(answer, format)], { type: MIME_TYPES[format] });
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = buildExportFileName(answer, format);
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

async function formatAnswer(answer: ToolAnswer, format: keyof typeof MIME_TYPES): Promise<string> {
  if (format === "sarif") {
    // Loaded on demand, because it contains the descriptions of all detectors.
    const { toSarif } = await import("#analyzers/scanner/to-sarif.ts");
    return `${JSON.stringify(toSarif(answer, { at: answer.time }), null, 2)}\n`;
  }
  if (format === "md") return formatAnswerAsMarkdown(answer, location.origin);
  return formatAnswerAsJson(answer, location.origin);
}
