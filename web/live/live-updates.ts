import { useSyncExternalStore } from "react";
import type { CommentState, LiveEvent, PostState } from "#core/live/events.ts";

/** A state received over /live with the time the server read it. */
export type LiveUpdate =
  | ((PostState | CommentState) & { readonly at: number })
  /** Events were missed. */
  | { readonly id: ""; readonly at: number };

const UPDATES_MAX = 500;
const NO_UPDATES: readonly LiveUpdate[] = [];
const listeners = new Set<() => void>();
let updates = NO_UPDATES;

export function receiveEvent({ at = 0, posts = [], comments = [], missed }: LiveEvent): void {
  const newUpdates: LiveUpdate[] = [...posts, ...comments].map((state) => ({ ...state, at }));
  if (missed) newUpdates.push({ id: "", at });
  if (newUpdates.length === 0) return;
  updates = [...updates, ...newUpdates].slice(-UPDATES_MAX);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useLiveUpdates = (): readonly LiveUpdate[] =>
  useSyncExternalStore(
    subscribe,
    () => updates,
    () => NO_UPDATES,
  );

/** Whether there are any updates, to load the components that show them. */
export const useHasLiveUpdates = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => updates.length > 0,
    () => false,
  );

export const useLatestUpdate = (id: string | undefined): LiveUpdate | undefined =>
  useSyncExternalStore(
    subscribe,
    () => updates.findLast((state) => state.id === id),
    () => undefined,
  );
