import { NEWS_FAILED } from "#core/messages.ts";
import type { ConnectionHandlers } from "#web/router/connection.ts";
import { UNREACHABLE } from "#web/ui/cancel-if-offline.ts";
import { dismissToast, toast } from "#web/ui/toast.tsx";

const DEDUPE_KEY = "connection";

/** The message when a page couldn't be loaded or a form couldn't be sent. The specification has its own for news. */
export const describeUnreachable = (pathname: string): string =>
  pathname === "/news" ? NEWS_FAILED : UNREACHABLE.message;

/**
 * Shows a toast when the server can't be reached, and dismisses it once it can. If a page can be retried, the toast has
 * a link and doesn't time out.
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
