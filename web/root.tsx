import textFont from "@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2?url";
import { type ReactNode, Suspense, useContext, useState } from "react";
import { data, Meta, Outlet, useLocation, useParams, useRouteLoaderData } from "react-router";
import { describeFigures } from "#core/forum/describe-figures.ts";
import type { App } from "#server/app.ts";
import { useAuthLanding } from "#web/account/landing-url.ts";
import { Live } from "#web/live/live.tsx";
import { operation } from "#web/operation.ts";
import { CLEAR_NOTICE, parseNotice } from "#web/page/notice.ts";
import { describeBranding } from "#web/page/page-branding.ts";
import type { PageViewer, SiteData } from "#web/page/site-data.ts";
import { parseTheme } from "#web/page/theme.ts";
import { lazyComponent } from "#web/router/lazy-component.tsx";
import { ScrollRestoration } from "#web/router/scroll-restoration.tsx";
import { identityContext, readOptional } from "#web/server-context.ts";
import { ErrorPage } from "#web/shell/error-page.tsx";
import { Footer } from "#web/shell/footer.tsx";
import { Handoff } from "#web/shell/handoff.tsx";
import { Header } from "#web/shell/header.tsx";
import { DeferredScripts, LoadOnInteraction, NonceContext, PageScripts } from "#web/shell/page-scripts.tsx";
import { PrefetchRules } from "#web/shell/prefetch-rules.tsx";
import { SessionSync } from "#web/shell/session-sync.tsx";
import { LinkNavigation } from "#web/ui/link.tsx";
import { Toaster } from "#web/ui/toast.tsx";
import type { Route } from "./+types/root";
import styles from "./styles/app.css?url";
import printStyles from "./styles/print.css?url";

export { shouldRevalidatePage as shouldRevalidate } from "#web/shell/should-revalidate.ts";

export const middleware: Route.MiddlewareFunction[] = [
  async ({ request, context }, next) => {
    context.set(identityContext, { state: "visitor", viewer: null, isFactorRequired: false });
    const identity = await operation(context, ({ auth }) => auth.identify(request.headers.get("Cookie")));
    const pendingUserId = identity.state === "visitor" ? identity.pendingUserId : undefined;
    context.set(identityContext, {
      state: identity.state,
      viewer: identity.state === "member" ? identity.member : null,
      isFactorRequired: pendingUserId !== undefined,
      pendingUserId,
      unread: identity.state === "member" ? identity.unread : 0,
      isNew: identity.state === "member" && identity.isNew,
    });
    const response = await next();
    // Submitting a form makes prefetched pages outdated. Clear-Site-Data is accepted only from origins that the browser
    // trusts, and browsers send Sec-Fetch-Site only to those.
    if (request.method !== "GET" && request.headers.has("Sec-Fetch-Site"))
      response.headers.set("Clear-Site-Data", '"prefetchCache"');
    return response;
  },
];

export const loader = (args: Route.LoaderArgs) => operation(args.context, (app) => loadSite(app, args));

async function loadSite(app: App, { request, context, url }: Route.LoaderArgs) {
  const {
    state,
    viewer,
    isFactorRequired,
    pendingUserId,
    unread = 0,
    isNew = false,
  } = context.get(identityContext);
  const cookies = request.headers.get("Cookie");
  const notice = parseNotice(cookies, url.pathname + url.search);
  const community = await readOptional(context, app.forum.readCommunity());
  const settings = await app.settings.read();
  const site: SiteData = {
    name: settings.siteName,
    publicUrl: app.site.publicUrl,
    branding: describeBranding(settings.branding),
    lead: settings.lead,
    previewImage: await app.sharing.getSiteImage(),
    theme: parseTheme(cookies),
    viewer: viewer && toPageViewer({ ...viewer, unread, isNew }),
    isSessionExpired: state === "expired",
    isFactorRequired,
    ...(pendingUserId === undefined ? {} : { pendingUserId }),
    figures: community && describeFigures(community.figures),
    notice,
    showsDemoHint: settings.hasDemo && settings.demoHint,
    hasAiTools: settings.aiTools,
    ...(viewer && settings.invitations.members ? { membersCanInvite: true } : {}),
    ...(viewer && app.auth.memberApps.isOffered ? { offersApps: true } : {}),
    footer: settings.footer,
    publicKey: app.auth.publicKey,
    now: new Date().toISOString(),
  };
  return data(site, notice ? { headers: { "Set-Cookie": CLEAR_NOTICE } } : {});
}

function toPageViewer(viewer: PageViewer): PageViewer {
  const { id, username, email, avatarUrl, isVerified, role, unread, isNew } = viewer;
  return { id, username, email, avatarUrl, isVerified, role, unread, isNew };
}

export function Layout({ children }: { children: ReactNode }) {
  const site = useRouteLoaderData<SiteData>("root");
  const nonce = useContext(NonceContext);
  const hasSession = site && (site.viewer !== null || site.isSessionExpired || site.isFactorRequired);
  // Decided at the first render: when a visitor signs in later, the scripts are already running.
  const [defersScripts] = useState(hasSession === false);
  return (
    <html
      lang="en"
      data-theme={site?.theme ?? "dark"}
      style={site?.branding.style ?? undefined}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="dark light" />
        {site ? <meta name="lattice-public-key" content={site.publicKey} /> : null}
        <Meta />
        {/* While HTML arrives, some elements move. Browsers that support this link wait for the toasts, which end the page. */}
        <link rel="expect" href="#toasts" blocking="render" />
        <link rel="preload" href={textFont} as="font" type="font/woff2" crossOrigin="anonymous" />
        {site?.branding.icons.map((icon) => (
          <link key={icon.href} {...icon} />
        ))}
        {defersScripts ? <LoadOnInteraction nonce={nonce} /> : null}
        <link rel="stylesheet" href={styles} />
        <link rel="stylesheet" href={printStyles} media="print" />
      </head>
      <body>
        <a href="#main" className="skip-link">
          Skip to content
        </a>
        {site ? <Header site={site} /> : null}
        <main id="main" tabIndex={-1} className="page-width pt-6 pb-16 outline-none md:pt-8">
          {children}
        </main>
        {site ? (
          <>
            <Footer site={site} />
            <Toaster notice={site.notice} />
            <Live viewerId={site.viewer?.id ?? ""} since={site.now} />
            <SessionSync
              userId={site.viewer?.id ?? site.pendingUserId}
              isFactorRequired={site.isFactorRequired}
              hasSession={hasSession === true}
            />
          </>
        ) : null}
        <LinkNavigation />
        <ScrollRestoration nonce={nonce} />
        <Handoff />
        {defersScripts ? (
          <>
            <PrefetchRules nonce={nonce} />
            <DeferredScripts nonce={nonce} />
          </>
        ) : (
          <PageScripts nonce={nonce} />
        )}
      </body>
    </html>
  );
}

const WelcomeCard = lazyComponent(() => import("#web/account/welcome-card.tsx"));

/** The pages with the welcome card: those that new members usually land on and return to. */
const WELCOME_PATHS = /^\/(forum|news)?$/;

export default function Root({ loaderData: { viewer } }: Route.ComponentProps) {
  useAuthLanding();
  const { pathname } = useLocation();
  const { postId, articleId, username, userId, groupId } = useParams();
  return (
    <>
      {viewer?.isNew && WELCOME_PATHS.test(pathname) ? (
        <Suspense>
          <WelcomeCard username={viewer.username} />
        </Suspense>
      ) : null}
      {/* Without a key, a vote or typed text would still be shown after the user follows a link to another post. */}
      <Outlet key={postId ?? articleId ?? username ?? userId ?? groupId} />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
