import type { SyntheticEvent } from "react";
import { toast } from "./toast.tsx";

/** The message when the server is unreachable. */
export const UNREACHABLE = {
  title: "No connection",
  message: "We can't reach the server. Please try again in a moment.",
} as const;

/** Cancels a submission while offline: a failed one would replace the page. Returns whether it was canceled. */
export function cancelIfOffline(event: SyntheticEvent): boolean {
  if (navigator.onLine) return false;
  event.preventDefault();
  toast({ title: UNREACHABLE.title, description: UNREACHABLE.message, destructive: true });
  return true;
}
