import type { Member } from "#core/accounts/member.ts";
import type { CommunityFigures } from "#core/forum/types.ts";
import type { ToastMessage } from "#web/ui/toast.tsx";
import type { Theme } from "./theme.ts";

/** The root loader's data, used by the shell on every page. */
export interface SiteData {
  readonly name: string;
  readonly publicUrl: string;
  /** The default preview image of shared links. */
  readonly picture: { readonly path: string; readonly width: number; readonly height: number };
  readonly theme: Theme;
  readonly viewer: ShownViewer | null;
  /** The session must be refreshed by the browser before the server knows the user. */
  readonly sessionExpired: boolean;
  /** Signed in with the first factor only; treated as a visitor until the second is verified. */
  readonly needsFactor: boolean;
  readonly figures: CommunityFigures | null;
  readonly notice: ToastMessage | null;
  /** Whether the login dialog shows the demo administrator's credentials. */
  readonly hasDemo: boolean;
  readonly hasAiTools: boolean;
  readonly footer: { readonly about: string; readonly note: string };
  /** The auth client's public key. */
  readonly publicKey: string;
  /** The time of rendering. Relative times use it, so that server and browser render the same. */
  readonly now: string;
}

/** The part of the viewer that is sent to the page. */
export type ShownViewer = Omit<Member, "sessionId"> & {
  /** The number of unread notifications, up to the most the bell shows. */
  readonly unread: number;
};
