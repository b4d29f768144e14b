import type { RouterContextProvider } from "react-router";
import { hintOf } from "./hint.ts";

/** What the page says of who answers. */
export interface Answering {
  readonly hint: string;
  /** How many more answers may be asked for today; null where it is not known. */
  readonly leftToday: number | null;
}

export async function loadTools(_context: Readonly<RouterContextProvider>): Promise<Answering> {
  return { hint: hintOf(null, new Date().toISOString().slice(0, 10)), leftToday: null };
}
