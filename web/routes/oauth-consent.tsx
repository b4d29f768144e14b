import { createContext, redirect } from "react-router";
import { AppError } from "#core/errors.ts";
import { ConsentPage, LeavingPage } from "#web/apps/consent-page.tsx";
import { answerForm } from "#web/forms/answer-form.ts";
import { handleIntent, type Submission } from "#web/forms/handle-intent.ts";
import { operation } from "#web/operation.ts";
import { pageMeta } from "#web/page/page-meta.ts";
import { useSite } from "#web/page/site-data.ts";
import { appContext, identityContext } from "#web/server-context.ts";
import { createSignedOutHeaders, endOwnSession } from "#web/session/end-own-session.ts";
import { GuardLoading, loadForMember } from "#web/session/guard.tsx";
import type { Route } from "./+types/oauth-consent";

const PATH = "/oauth/consent";
const NO_STORE = { headers: { "Cache-Control": "no-store" } };

/** The app's URL to redirect to. The action sets it when the member answers; the page rendered afterwards uses it. */
const redirectUrlContext = createContext<string | null>(null);

/** Redirects to the app after the answer. The form can't, because the CSP forbids forms that leave the site. */
export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  ...pageMeta(matches, { title: "Sign in to an app", path: PATH, isListed: false }),
  ...(loaderData?.continueTo !== undefined
    ? [{ httpEquiv: "refresh", content: `0; url=${loaderData.continueTo}` }]
    : []),
];

/** Errors that are shown here, because we redirect to an app only if the redirect URL is registered for it. */
const PROBLEMS: Readonly<Record<string, string>> = {
  client: "The app that sent you here isn't registered, or it was removed. Contact the people who run it.",
  redirect:
    "The app wants to send you to a URL that isn't registered for it, so we stopped here. Contact the people who run it.",
};

const getRequestId = (url: URL) => url.searchParams.get("authorization_id") ?? "";

const explainProblem: Route.MiddlewareFunction = ({ url, context }, next) => {
  const error = url.searchParams.get("error") ?? "";
  if (!Object.hasOwn(PROBLEMS, error)) return next();
  return operation(context, () =>
    Promise.reject(new AppError("app_not_found", { message: PROBLEMS[error] })),
  );
};

/** Some apps only ask whether the browser is signed in here, and don't allow us to prompt the user. */
const answerSilently: Route.MiddlewareFunction = async ({ url, context }, next) => {
  if (context.get(identityContext).state === "visitor") {
    const to = await context.get(appContext).auth.denyRequestSilently(getRequestId(url));
    if (to !== null) throw redirect(to, NO_STORE);
  }
  return next();
};

export const middleware: Route.MiddlewareFunction[] = [explainProblem, answerSilently];

export function loader({ context, url }: Route.LoaderArgs) {
  return loadForMember(context, url, async ({ auth }, viewer) => {
    const continueTo = context.get(redirectUrlContext);
    if (continueTo !== null) return { continueTo };
    const openedRequest = await auth.memberApps.openRequest(viewer, getRequestId(url));
    if ("redirectUrl" in openedRequest) throw redirect(openedRequest.redirectUrl, NO_STORE);
    return {
      app: openedRequest,
      account: { username: viewer?.username ?? "", email: viewer?.email ?? null },
    };
  });
}

export function action(args: Route.ActionArgs) {
  const id = getRequestId(args.url);
  const answer = (decision: "approve" | "deny") => (submission: Submission) =>
    answerForm(submission, {
      notice: null,
      to: null,
      async run({ auth }, viewer) {
        args.context.set(redirectUrlContext, await auth.memberApps.answerRequest(viewer, id, decision));
      },
    });
  const next = `${PATH}?${new URLSearchParams({ authorization_id: id })}`;
  return handleIntent(args, {
    approve: answer("approve"),
    deny: answer("deny"),
    // Signs out, and returns to the request after the next sign-in.
    switch: (submission) =>
      answerForm(submission, {
        notice: null,
        to: `/auth?${new URLSearchParams({ next })}`,
        headers: createSignedOutHeaders(),
        async run({ auth }, viewer) {
          await auth.memberApps.releaseRequest(viewer, id);
          await endOwnSession(submission);
        },
      }),
  });
}

export default function OAuthConsent({ loaderData }: Route.ComponentProps) {
  const site = useSite();
  if (!loaderData) return <GuardLoading />;
  if (loaderData.continueTo !== undefined) return <LeavingPage to={loaderData.continueTo} />;
  return <ConsentPage {...loaderData} siteName={site.name} />;
}
