import type { DemoPost } from "../types.ts";
import { TECH_HOUSE } from "./tech-house.ts";
import { TECH_PROGRAMS } from "./tech-programs.ts";
import { TECH_SECURITY } from "./tech-security.ts";

/** The demo community's posts on technology; the pinned welcome is among them. */
export const TECH_POSTS: readonly DemoPost[] = [...TECH_HOUSE, ...TECH_PROGRAMS, ...TECH_SECURITY];
