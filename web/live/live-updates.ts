import { useSyncExternalStore } from "react";
import type { CommentState, LiveEvent, PostState } from "#core/live/events.ts";
import { createStore } from "#web/ui/create-store.ts";

/** A state received over /live, with the time at which the server read it. */
export type LiveUpdate =
  | ((PostState | CommentState) & { readonly at: number })
  /** Events were missed. */
  | { readonly id: ""; readonly at: number };

const UPDATES_MAX = 500;
const NO_UPDATES: readonly LiveUpdate[] = [];
const updates = createStore(NO_UPDATES);

export function receiveEvent({ at = 0, posts = [], comments = [], missed }: LiveEvent): void {
  const newUpdates: LiveUpdate[] = [...posts, ...comments].map((state) => ({ ...state, at }));
  if (missed) newUpdates.push({ id: "", at });
  if (newUpdates.length > 0) updates.set([...updates.get(), ...newUpdates].slice(-UPDATES_MAX));
}

export const useLiveUpdates = (): readonly LiveUpdate[] =>
  useSyncExternalStore(updates.subscribe, updates.get, () => NO_UPDATES);

/** Whether there are any updates. If there are none, the components that show them aren't loaded. */
export const useHasLiveUpdates = (): boolean =>
  useSyncExternalStore(
    updates.subscribe,
    () => updates.get().length > 0,
    () => false,
  );

export const useLatestUpdate = (id: string | undefined): LiveUpdate | undefined =>
  useSyncExternalStore(
    updates.subscribe,
    () => updates.get().findLast((update) => update.id === id),
    () => undefined,
  );
