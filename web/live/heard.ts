import { useSyncExternalStore } from "react";
import type { CommentState, LiveEvent, PostState } from "#core/live/events.ts";

/** What this page was told over /live, and when the server read it. */
export type Heard =
  | ((PostState | CommentState) & { readonly at: number })
  /** More was missed than can be told. */
  | { readonly id: ""; readonly at: number };

const MOST = 500;
const NOTHING: readonly Heard[] = [];
const listeners = new Set<() => void>();
let heard = NOTHING;

/** Takes up an event of the stream. */
export function hear({ at = 0, posts = [], comments = [], missed }: LiveEvent): void {
  const more: Heard[] = [...posts, ...comments].map((state) => ({ ...state, at }));
  if (missed) more.push({ id: "", at });
  if (more.length === 0) return;
  heard = [...heard, ...more].slice(-MOST);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Everything that was heard lately, oldest first. */
export const useHeard = (): readonly Heard[] =>
  useSyncExternalStore(
    subscribe,
    () => heard,
    () => NOTHING,
  );

/** Whether anything was: what shows it is loaded then. */
export const useIsTold = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => heard.length > 0,
    () => false,
  );

/** The last that was heard of one post or comment. */
export const useLatest = (id: string | undefined): Heard | undefined =>
  useSyncExternalStore(
    subscribe,
    () => heard.findLast((state) => state.id === id),
    () => undefined,
  );
