import { handleTasks } from "#server/platform/handle-tasks.ts";
import type { Card } from "./card.ts";
import { drawCard } from "./draw-card.ts";
import { openTypeface, type Typeface } from "./typeface.ts";

let typeface: Typeface | undefined;

export default handleTasks(
  (card: Card) => {
    typeface ??= openTypeface();
    return drawCard(typeface, card).pixels;
  },
  (error) => (error instanceof Error ? (error.stack ?? error.message) : String(error)),
);
