import { useRouteLoaderData } from "react-router";
import type { Member } from "#core/accounts/member.ts";
import type { HeroStat } from "#core/hero-claims.ts";
import type { SiteSettings } from "#core/settings/types.ts";
import type { ToastMessage } from "#web/ui/toast.tsx";
import type { PageBranding } from "./page-branding.ts";
import type { Theme } from "./theme.ts";

export interface SiteData {
  readonly name: string;
  readonly publicUrl: string;
  readonly branding: PageBranding;
  /** The home page's lead, which also describes the site to search engines; null for the built-in one. */
  readonly lead: string | null;
  readonly previewImage: { readonly path: string; readonly width: number; readonly height: number };
  readonly theme: Theme;
  readonly viewer: PageViewer | null;
  /** Whether the browser must refresh the session before the server can identify the user. */
  readonly isSessionExpired: boolean;
  /** Whether the user still has to verify a factor to sign in. Until then, they are treated as a visitor. */
  readonly isFactorRequired: boolean;
  /** Set if `isFactorRequired`. */
  readonly pendingUserId?: string;
  /** The community's live counts; null if they can't be read. */
  readonly figures: readonly HeroStat[] | null;
  readonly notice: ToastMessage | null;
  /** Whether the sign-in form shows the demo administrator's credentials. */
  readonly showsDemoHint: boolean;
  readonly hasAiTools: boolean;
  /** Set for members if trusted members may invite people. */
  readonly membersCanInvite?: true;
  /** Set for members if they can sign in to apps with their account. */
  readonly offersApps?: true;
  readonly footer: SiteSettings["footer"];
  readonly publicKey: string;
  /** The time of rendering. Relative times use it, so that server and browser render the same text. */
  readonly now: string;
}

export type PageViewer = Omit<Member, "sessionId"> & {
  /** The number of unread notifications, up to the maximum that the bell shows. */
  readonly unread: number;
  /** Whether the member joined recently and hasn't dismissed the welcome card. */
  readonly isNew: boolean;
};

/** The site's data; undefined if it couldn't be loaded, in which case an error page is shown. */
export const useOptionalSite = () => useRouteLoaderData<SiteData>("root");

export function useSite(): SiteData {
  const site = useOptionalSite();
  if (!site) throw new Error("useSite requires the site's data, which failed to load");
  return site;
}
