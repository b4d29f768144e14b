import type { SyntheticEvent } from "react";
import { toast } from "./toast.tsx";

/** Shown when the server can't be reached. */
export const UNREACHABLE = {
  title: "No connection",
  message: "We can't reach the server. Please try again in a moment.",
} as const;

/**
 * Cancels a form submission or a click while offline, because a failed request could replace the page. Returns whether
 * it did so.
 */
export function cancelIfOffline(event: SyntheticEvent): boolean {
  if (navigator.onLine) return false;
  event.preventDefault();
  toast({ title: UNREACHABLE.title, description: UNREACHABLE.message, destructive: true });
  return true;
}
