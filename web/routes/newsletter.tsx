import { useRouteLoaderData } from "react-router";
import { answerAsk } from "#web/newsletter/answer-ask.ts";
import { AskForm } from "#web/newsletter/ask-form.tsx";
import { CardPage } from "#web/shell/card-page.tsx";
import { pageMeta } from "#web/shell/page-meta.ts";
import type { SiteData } from "#web/shell/site-data.ts";
import type { Route } from "./+types/newsletter";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Newsletter",
    description: "The best posts and stories of the week, by email every Monday. Unsubscribe with one click.",
    path: "/newsletter",
  });

export const action = ({ request, context }: Route.ActionArgs) => answerAsk(context, request);

/** Subscribing on a page of its own: where the footer's form ends without scripts when something was wrong. */
export default function Newsletter({ actionData }: Route.ComponentProps) {
  const site = useRouteLoaderData("root") as SiteData;
  return (
    <CardPage title="Newsletter">
      <p className="mb-5 text-muted">
        Every Monday, the best posts and stories of the week at {site.name} in one email. We only write to an
        address once its owner has followed the link that we send there, and you can unsubscribe from any
        issue with one click.
      </p>
      <AskForm email={site.viewer?.email ?? ""} answer={actionData} />
    </CardPage>
  );
}
