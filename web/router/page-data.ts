import type { HydrationState } from "react-router";

/** What a page was rendered from. Loaders return only values that JSON can represent. */
export type PageData = Required<HydrationState>;
