import { z } from "zod";
import type { ChartData, Finding, FindingCounts, Source } from "./analysis.ts";
import type { SavedTurn } from "./export.ts";
import { CONVERSATION_TURNS_MAX } from "./history/limits.ts";
import type { Lookup } from "./lookups.ts";
import { TURNS_MAX } from "./tools.ts";

/** The chat function's contract (specification, section 7), shared by the server and the page. */

/** The body of `POST /functions/v1/chat`. The server decides which messages, lengths and models it accepts. */
export const chatRequest = z.object({
  messages: z
    .array(
      z.object({
        role: z.enum(["system", "user", "assistant"]),
        content: z.string(),
      }),
    )
    .min(1)
    .max(2 + 2 * TURNS_MAX),
  model: z.string().max(200).optional(),
  /** Asks to save the answer in the member's history, if they have turned it on. */
  history: z
    .object({
      /** The conversation to continue; null for a new one. */
      conversation: z.guid().nullable(),
      /** The turns in that conversation that the answer replaces. */
      replaces: z.array(z.guid()).max(CONVERSATION_TURNS_MAX).default([]),
    })
    .optional(),
});

/**
 * Sent in the events' `analysis` field, which other clients ignore. `answeredBy`, `model`, `sources`, `leftToday` and
 * `saved` come first, `chart`, `findings` and `findingCounts` last. All `lookups` and `sources` so far are sent
 * whenever lookups start, and again with their results.
 */
export interface AnswerNotes {
  /** "analyzer" if no provider is configured, otherwise "model". */
  readonly answeredBy?: "analyzer" | "model";
  /** The model that answers; null for the analyzers. */
  readonly model?: string | null;
  readonly sources?: readonly Source[];
  /** How many more answers the client can request today. */
  readonly leftToday?: number;
  readonly lookups?: readonly Lookup[];
  readonly chart?: ChartData | null;
  readonly findings?: readonly Finding[];
  readonly findingCounts?: FindingCounts;
  /** Where the answer will be saved in the member's history. Null in a later event if it wasn't saved. */
  readonly saved?: SavedTurn | null;
}

/** The JSON of one event, in the format of OpenAI-compatible endpoints plus our own field. */
export interface ChatEvent {
  readonly model?: string;
  readonly choices: readonly {
    readonly index: number;
    readonly delta: { readonly role?: "assistant"; readonly content?: string };
    readonly finish_reason?: string | null;
  }[];
  readonly analysis?: AnswerNotes;
  /** Set when an answer fails after it has started. */
  readonly error?: string;
}
