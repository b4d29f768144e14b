import type { DemoPost } from "../types.ts";
import { TECH_PROGRAMS } from "./tech-programs.ts";
import { TECH_SECURITY } from "./tech-security.ts";
import { TECH_SITE } from "./tech-site.ts";

/** The demo posts on technology, including the pinned welcome. */
export const TECH_POSTS: readonly DemoPost[] = [...TECH_SITE, ...TECH_PROGRAMS, ...TECH_SECURITY];
