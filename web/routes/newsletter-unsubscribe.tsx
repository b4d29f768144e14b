import { data } from "react-router";
import { operation } from "#web/operation.ts";
import { appContext } from "#web/server-context.ts";
import { MailedLinkPage } from "#web/shell/mailed-link-page.tsx";
import { pageMeta } from "#web/shell/page-meta.ts";
import type { Route } from "./+types/newsletter-unsubscribe";

const TITLE = "Unsubscribe";
const FRONT_PAGE = { to: "/", label: "To the front page" } as const;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: TITLE, path: "/newsletter/unsubscribe", index: false });

const tokenOf = (url: URL) => url.searchParams.get("token") ?? "";

export async function loader({ context, url }: Route.LoaderArgs) {
  const token = tokenOf(url);
  if (context.get(appContext).newsletter.isSampleLink(token)) return { link: null, isSample: true };
  const link = await operation(context, (app) => app.newsletter.describeLink("unsubscribe", token));
  return { link, isSample: false };
}

/** The button of this page, and the one click of a mail program (RFC 8058): the link alone says whom it is about. */
export async function action({ context, url }: Route.ActionArgs) {
  const done = await operation(context, (app) => app.newsletter.unsubscribe(tokenOf(url)));
  return data({ done }, { status: done ? 200 : 404 });
}

export default function NewsletterUnsubscribe({ loaderData, actionData }: Route.ComponentProps) {
  const { link, isSample } = loaderData;
  return (
    <MailedLinkPage
      title={TITLE}
      offer={
        link && {
          words: `We will send no more newsletters to ${link.email}, and forget the address.`,
          button: "Unsubscribe",
        }
      }
      done={
        actionData?.done && !isSample
          ? {
              title: "You are unsubscribed",
              words: "We will send no more newsletters, and have forgotten the address.",
              ...FRONT_PAGE,
            }
          : null
      }
      otherwise={{
        words: isSample
          ? "This link comes from a sample of the newsletter that was made for an administrator. It belongs to no subscription, and following it changes nothing."
          : "There is no subscription behind this link: it has already been ended, or the link is incomplete.",
        ...FRONT_PAGE,
      }}
    />
  );
}
