import type { ToolAnswer } from "#core/ai/export.ts";

/**
 * The scanner's report without its findings, which the page shows as a list of their own: what stands before them and
 * what stands behind. Null where the answer is not that report.
 */
export function splitReport({ tool, answeredBy, markdown, findings }: ToolAnswer): [string, string] | null {
  if (tool !== "scanner" || answeredBy !== "analyst" || findings.length === 0) return null;
  const [before = "", rest] = markdown.split(/^## Findings$/m, 2);
  if (rest === undefined) return null;
  const end = rest.search(/^## /m);
  return [before, end < 0 ? "" : rest.slice(end)];
}
