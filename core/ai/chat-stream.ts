import { z } from "zod";
import type { Finding, Picture, Source } from "./analysis.ts";
import { INPUT_LIMIT } from "./limits.ts";

export { DEFAULT_MODEL, INPUT_LIMIT } from "./limits.ts";

/** The chat function's contract (specification, section 7), shared by its server and by the page. */

/** What `POST /functions/v1/chat` takes. Which messages and models are accepted is the server's to say. */
export const chatRequest = z.object({
  messages: z
    .array(z.object({ role: z.enum(["system", "user"]), content: z.string().max(INPUT_LIMIT + 2_000) }))
    .min(1)
    .max(2),
  model: z.string().max(200).optional(),
});

/**
 * What goes along with a streamed answer, in the field `analysis` of its events; other clients pass over it. The first
 * event of an answer has everything but `picture` and `findings`; those come in its last event before [DONE].
 */
export interface AnswerNotes {
  /** "analyst" where no provider is set or its findings are the answer, else "model". */
  readonly answeredBy?: "analyst" | "model";
  /** The model that speaks; null for the analysts. */
  readonly model?: string | null;
  readonly sources?: readonly Source[];
  /** How many more answers the caller may ask for today. */
  readonly leftToday?: number;
  readonly picture?: Picture | null;
  readonly findings?: readonly Finding[];
}

/** One event's JSON, as an OpenAI-compatible endpoint writes it, with our field beside. */
export interface ChatEvent {
  readonly model?: string;
  readonly choices: readonly {
    readonly index: number;
    readonly delta: { readonly role?: "assistant"; readonly content?: string };
    readonly finish_reason?: string | null;
  }[];
  readonly analysis?: AnswerNotes;
  /** An answer that failed after it began. */
  readonly error?: string;
}
