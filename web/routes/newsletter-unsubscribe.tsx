import { data } from "react-router";
import { LinkPage } from "#web/newsletter/link-page.tsx";
import { operation } from "#web/operation.ts";
import { pageMeta } from "#web/shell/page-meta.ts";
import type { Route } from "./+types/newsletter-unsubscribe";

const TITLE = "Unsubscribe";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: TITLE, path: "/newsletter/unsubscribe", index: false });

const tokenOf = (url: URL) => url.searchParams.get("token") ?? "";

export async function loader({ context, url }: Route.LoaderArgs) {
  const link = await operation(context, (app) => app.newsletter.describeLink("unsubscribe", tokenOf(url)));
  return { link };
}

/** The button of this page, and the one click of a mail program (RFC 8058): the link alone says whom it is about. */
export async function action({ context, url }: Route.ActionArgs) {
  const done = await operation(context, (app) => app.newsletter.unsubscribe(tokenOf(url)));
  return data({ done }, { status: done ? 200 : 404 });
}

export default function NewsletterUnsubscribe({ loaderData, actionData }: Route.ComponentProps) {
  const { link } = loaderData;
  return (
    <LinkPage
      title={TITLE}
      offer={
        link && {
          words: `No more weekly letters go to ${link.email}, and we forget it.`,
          button: "Unsubscribe",
        }
      }
      done={
        actionData?.done
          ? { title: "You are unsubscribed", words: "No more letters come, and the address is forgotten." }
          : null
      }
      otherwise={{
        words:
          "Nobody is subscribed by this link: the address was unsubscribed before, or the link is incomplete.",
        to: "/",
        label: "To the front page",
      }}
    />
  );
}
