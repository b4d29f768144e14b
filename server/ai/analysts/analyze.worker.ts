import { parentPort } from "node:worker_threads";
import type { Analysis } from "#core/ai/analysis.ts";
import { type AnalystQuestion, analyze } from "./analyze.ts";

/** What the analysts' thread is asked, and what it answers, under the number of the question. */
export interface ThreadQuestion {
  readonly number: number;
  readonly question: AnalystQuestion;
}
export type ThreadAnswer =
  | { readonly number: number; readonly analysis: Analysis }
  | { readonly number: number; readonly problem: string };

parentPort?.on("message", ({ number, question }: ThreadQuestion) => {
  parentPort?.postMessage(answer(number, question));
});

function answer(number: number, question: AnalystQuestion): ThreadAnswer {
  try {
    return { number, analysis: analyze(question) };
  } catch (error) {
    return { number, problem: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
