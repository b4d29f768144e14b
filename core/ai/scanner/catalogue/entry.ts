import type { Finding } from "#core/ai/analysis.ts";

/** One kind of weakness: what it is called, how grave it is, why it matters and what to do about it. */
export interface Entry {
  readonly id: string;
  readonly title: string;
  readonly impact: Finding["impact"];
  /** Of a finding, where the place says nothing else. */
  readonly confidence: Finding["confidence"];
  readonly why: string;
  readonly remedy: string;
}
