import type { DemoPost } from "../types.ts";
import { AI_MODELS } from "./ai-models.ts";
import { AI_PRACTICE } from "./ai-practice.ts";
import { AI_SOCIETY } from "./ai-society.ts";

/** The demo community's posts on artificial intelligence. */
export const AI_POSTS: readonly DemoPost[] = [...AI_MODELS, ...AI_PRACTICE, ...AI_SOCIETY];
