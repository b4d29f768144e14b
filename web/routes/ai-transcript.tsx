import { data } from "react-router";
import { loadConversation } from "#web/ai-tools/history/load-conversation.ts";
import { Transcript } from "#web/ai-tools/history/transcript.tsx";
import { accessGuard, GuardLoading, loadForMember } from "#web/shell/guard.tsx";
import { pageMeta } from "#web/shell/page-meta.ts";
import type { Route } from "./+types/ai-transcript";

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(matches, { title: "AI conversation", path: location.pathname, index: false });

export const middleware: Route.MiddlewareFunction[] = [accessGuard];

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const before = url.searchParams.get("before") || null;
  const page = await loadForMember(context, url, () =>
    loadConversation(context, params.conversationId, before),
  );
  return data(page, { status: page === "missing" ? 404 : 200 });
}

export default function AiTranscript({ loaderData }: Route.ComponentProps) {
  return loaderData ? <Transcript page={loaderData} /> : <GuardLoading />;
}
