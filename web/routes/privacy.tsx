import { operation } from "#web/operation.ts";
import { pageMeta } from "#web/page/page-meta.ts";
import { cacheForVisitors } from "#web/server-context.ts";
import { PageText } from "#web/site-pages/page-text.tsx";
import type { Route } from "./+types/privacy";

const TITLE = "Privacy Policy";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: TITLE,
    description:
      "What this site stores about its visitors and members, why, for how long, and how to download or delete it.",
    path: "/privacy",
  });

export function loader({ context }: Route.LoaderArgs) {
  cacheForVisitors(context);
  return operation(context, ({ settings }) => settings.readPage("privacy"));
}

export default function Privacy({ loaderData }: Route.ComponentProps) {
  return <PageText title={TITLE} page={loaderData} />;
}
