import { operation } from "#web/operation.ts";
import { pageMeta } from "#web/page/page-meta.ts";
import { cacheForVisitors } from "#web/server-context.ts";
import { PageText } from "#web/site-pages/page-text.tsx";
import type { Route } from "./+types/terms";

const TITLE = "Terms of Service";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: TITLE,
    description: "The rules for everyone who reads and posts here.",
    path: "/terms",
  });

export function loader({ context }: Route.LoaderArgs) {
  cacheForVisitors(context);
  return operation(context, ({ settings }) => settings.readPage("terms"));
}

export default function Terms({ loaderData }: Route.ComponentProps) {
  return <PageText title={TITLE} page={loaderData} />;
}
