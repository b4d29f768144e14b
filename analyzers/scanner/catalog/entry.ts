import type { Finding } from "#core/ai/analysis.ts";

export interface CatalogEntry {
  readonly id: string;
  readonly title: string;
  readonly impact: Finding["impact"];
  /** The default confidence, which a finding can override. */
  readonly confidence: Finding["confidence"];
  readonly explanation: string;
  readonly recommendation: string;
}
