import type { DemoPost } from "../types.ts";
import { NEWS_DESK } from "./news-desk.ts";
import { NEWS_READING } from "./news-reading.ts";

/** The demo posts on news and how to read it, including the locked announcement. */
export const NEWS_POSTS: readonly DemoPost[] = [...NEWS_READING, ...NEWS_DESK];
