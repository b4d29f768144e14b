import { NEWS_FAILED } from "#core/messages.ts";
import type { ConnectionHandlers } from "#web/router/connection.ts";
import { UNREACHABLE } from "#web/ui/cancel-if-offline.ts";
import { dismissToast, toast } from "#web/ui/toast.tsx";

const DEDUPE_KEY = "connection";

/** Explains that a page couldn't be loaded or a form couldn't be sent. The specification has its own text for news. */
export const describeUnreachable = (pathname: string): string =>
  pathname === "/news" ? NEWS_FAILED : UNREACHABLE.message;

/**
 * Shows a toast when the server can't be reached, and dismisses it once the server can be reached again. If a page
 * didn't open, the toast links to that page and doesn't time out.
 */
export const CONNECTION_HANDLERS: ConnectionHandlers = {
  onLost: (path, retryPath) =>
    toast({
      title: UNREACHABLE.title,
      description: describeUnreachable(path),
      destructive: true,
      dedupeKey: DEDUPE_KEY,
      ...(retryPath && { isLasting: true, link: { label: "Try again", to: retryPath } }),
    }),
  onRestored: () => dismissToast(DEDUPE_KEY),
};
