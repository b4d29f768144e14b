import { answerOnThread } from "#server/platform/work-thread.ts";
import type { Card } from "./card.ts";
import { drawCard } from "./draw-card.ts";
import { type Letters, openLetters } from "./lettering.ts";

let letters: Letters | undefined;

answerOnThread(
  (card: Card) => {
    letters ??= openLetters();
    return drawCard(letters, card).pixels;
  },
  (error) => (error instanceof Error ? (error.stack ?? error.message) : String(error)),
);
