import { Suspense } from "react";
import { data } from "react-router";
import { HISTORY_PATH } from "#web/ai-tools/history/build-history-href.ts";
import { HistoryList } from "#web/ai-tools/history/history-list.tsx";
import { loadConversation, loadHistory } from "#web/ai-tools/history/load-history.ts";
import { SavingSwitch } from "#web/ai-tools/history/saving-switch.tsx";
import { removeStoredAnswersOfConversation } from "#web/ai-tools/stored-answers.ts";
import { bindAnswerForm } from "#web/forms/answer-form.ts";
import { handleIntent } from "#web/forms/handle-intent.ts";
import { unlistedMeta } from "#web/page/page-meta.ts";
import { getReferrerPath } from "#web/page/same-site-path.ts";
import { lazyComponent } from "#web/router/lazy-component.tsx";
import { GuardLoading, loadForMember } from "#web/session/guard.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { Route } from "./+types/ai-tools-history";

const Transcript = lazyComponent(() => import("#web/ai-tools/history/transcript.tsx"));

export const meta = unlistedMeta("AI history", HISTORY_PATH);

/** Loads the list or one conversation. A second route would make every page's scripts larger. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const id = url.searchParams.get("conversation");
  if (!id) return data(await loadHistory(context, url));
  const before = url.searchParams.get("before") || null;
  const page = await loadForMember(context, url, () => loadConversation(context, id, before));
  return data(page, { status: page === "missing" ? 404 : 200 });
}

export function action(args: Route.ActionArgs) {
  const to = getReferrerPath(args.request, HISTORY_PATH);
  const answer = bindAnswerForm(({ ai }) => ai.history, { to, refusalPath: to });
  return handleIntent(args, {
    "save-on": answer("history-on", (history, viewer) => history.setSaving(viewer, true)),
    "save-off": answer("history-off", (history, viewer) => history.setSaving(viewer, false)),
    rename: answer(
      "conversation-renamed",
      (history, viewer, { text }) => history.renameConversation(viewer, text("id"), text("title")),
      HISTORY_PATH,
    ),
    delete: answer("conversation-deleted", (history, viewer, { text }) =>
      history.deleteConversation(viewer, text("id")),
    ),
    "delete-all": answer("history-deleted", (history, viewer) => history.deleteConversations(viewer)),
  });
}

export default function AiToolsHistory({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <GuardLoading />;
  if (loaderData === "missing" || "answers" in loaderData)
    return (
      <Suspense>
        <Transcript page={loaderData} />
      </Suspense>
    );
  return (
    <div className="page-main grid grid-cols-1 gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h1 className="text-xl sm:text-2xl">AI history</h1>
          <p className="mt-1 text-sm text-muted">Most recently answered first. Only you can see this list.</p>
        </div>
        <ButtonLink to="/ai-tools" size="sm">
          <Icon name="sparkles" />
          AI tools
        </ButtonLink>
      </div>
      <SavingSwitch settings={loaderData.settings} />
      <HistoryList history={loaderData} onDelete={removeStoredAnswersOfConversation} />
    </div>
  );
}
