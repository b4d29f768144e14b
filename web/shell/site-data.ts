import type { Member } from "#core/accounts/member.ts";
import type { CommunityFigures } from "#core/forum/types.ts";
import type { ToastMessage } from "#web/ui/toast.tsx";
import type { Theme } from "./theme.ts";

/** What the shell shows on every page; the root loader's answer. */
export interface SiteData {
  readonly name: string;
  readonly publicUrl: string;
  /** What a shared link shows where its page has no picture of its own: a path, and its size in pixels. */
  readonly picture: { readonly path: string; readonly width: number; readonly height: number };
  readonly theme: Theme;
  readonly viewer: ShownViewer | null;
  /** A session is there but must be refreshed by the browser before the server knows whose it is. */
  readonly sessionExpired: boolean;
  /** Signed in by the first level; the second factor has yet to be proved, and until then this is a visitor. */
  readonly needsFactor: boolean;
  readonly figures: CommunityFigures | null;
  readonly notice: ToastMessage | null;
  /** Whether the login dialog hints at the demo's administrator. */
  readonly hasDemo: boolean;
  readonly hasAiTools: boolean;
  readonly footer: { readonly about: string; readonly note: string };
  /** The public key of the auth client. */
  readonly publicKey: string;
  /** When the server made this page: relative times count from it, so that browser and server write the same. */
  readonly now: string;
}

/** What of the viewer the page itself is given. */
export type ShownViewer = Omit<Member, "sessionId"> & {
  /** Notifications that are not read, counted as far as the bell shows them. */
  readonly unread: number;
};
