import { useRouteLoaderData } from "react-router";
import { answerAsk } from "#web/newsletter/answer-ask.ts";
import { AskForm } from "#web/newsletter/ask-form.tsx";
import { LetterPage } from "#web/newsletter/letter-page.tsx";
import { pageMeta } from "#web/shell/page-meta.ts";
import type { SiteData } from "#web/shell/site-data.ts";
import type { Route } from "./+types/newsletter";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Newsletter",
    description: "The best posts and stories of the week, once a week, by mail. One click ends it.",
    path: "/newsletter",
  });

export const action = ({ request, context }: Route.ActionArgs) => answerAsk(context, request);

/** Subscribing on a page of its own: where the footer's form ends without scripts when something was wrong. */
export default function Newsletter({ actionData }: Route.ComponentProps) {
  const site = useRouteLoaderData("root") as SiteData;
  return (
    <LetterPage title="Newsletter">
      <p>
        Every Monday the best posts and stories of the week at {site.name}, in one mail. We write to an
        address only after its owner has followed the link that we send there, and every letter ends itself
        with one click.
      </p>
      <AskForm email={site.viewer?.email ?? ""} answer={actionData} />
    </LetterPage>
  );
}
