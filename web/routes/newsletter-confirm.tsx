import { data } from "react-router";
import { LinkPage } from "#web/newsletter/link-page.tsx";
import { operation } from "#web/operation.ts";
import { pageMeta } from "#web/shell/page-meta.ts";
import type { Route } from "./+types/newsletter-confirm";

const TITLE = "Confirm your subscription";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: TITLE, path: "/newsletter/confirm", index: false });

const tokenOf = (url: URL) => url.searchParams.get("token") ?? "";

export async function loader({ context, url }: Route.LoaderArgs) {
  const link = await operation(context, (app) => app.newsletter.describeLink("confirm", tokenOf(url)));
  return data({ link }, { status: link ? 200 : 404 });
}

export async function action({ context, url }: Route.ActionArgs) {
  const link = await operation(context, (app) => app.newsletter.confirmSubscription(tokenOf(url)));
  return data({ link }, { status: link ? 200 : 404 });
}

export default function NewsletterConfirm({ loaderData, actionData }: Route.ComponentProps) {
  const { link } = loaderData;
  const subscribed = actionData?.link;
  return (
    <LinkPage
      title={TITLE}
      offer={
        link && { words: `The weekly letter will go to ${link.email}.`, button: "Confirm the subscription" }
      }
      done={
        subscribed
          ? { title: "You are subscribed", words: `The next letter goes to ${subscribed.email} on Monday.` }
          : null
      }
      otherwise={{
        words:
          "This link is not good any more: it was followed after three days, or the address is not subscribed now.",
        to: "/newsletter",
        label: "Subscribe again",
      }}
    />
  );
}
