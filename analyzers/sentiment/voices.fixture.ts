import type { LabeledText } from "./labeled.fixture.ts";
import { NEWS_VOICES } from "./voices-news.fixture.ts";
import { POST_VOICES } from "./voices-posts.fixture.ts";

/** Two thirds of these messages are for development and one third is held out, depending on a hash of the message. */
const VOICES: readonly LabeledText[] = [...NEWS_VOICES, ...POST_VOICES];

export const VOICES_DEVELOPMENT = VOICES.filter(({ text }) => !isHeldOut(text));
export const VOICES_HELD_OUT = VOICES.filter(({ text }) => isHeldOut(text));

/** Whether the text's FNV-1a hash is divisible by 3. */
function isHeldOut(text: string): boolean {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash % 3 === 0;
}
