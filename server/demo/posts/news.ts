import type { DemoPost } from "../types.ts";
import { NEWS_DESK } from "./news-desk.ts";
import { NEWS_READING } from "./news-reading.ts";

/** The demo community's posts on news and how to read it; the locked announcement is here. */
export const NEWS_POSTS: readonly DemoPost[] = [...NEWS_READING, ...NEWS_DESK];
