import type { SyntheticEvent } from "react";
import { toast } from "./toast.tsx";

/** What a page says when nothing answers. */
export const UNREACHABLE = {
  title: "No connection",
  message: "We can't reach the server. Try again in a moment.",
} as const;

/** Holds back what could not be sent now, and says so: a page that failed would take its place. Whether it did. */
export function stopOffline(event: SyntheticEvent): boolean {
  if (navigator.onLine) return false;
  event.preventDefault();
  toast({ title: UNREACHABLE.title, description: UNREACHABLE.message, destructive: true });
  return true;
}
