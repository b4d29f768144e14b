import { changeHistory } from "#web/ai-tools/history/change-history.ts";
import { HISTORY_PATH } from "#web/ai-tools/history/history-href.ts";
import { HistoryList } from "#web/ai-tools/history/history-list.tsx";
import { loadHistory } from "#web/ai-tools/history/load-history.ts";
import { SavingSwitch } from "#web/ai-tools/history/saving-switch.tsx";
import { removeSavedConversation } from "#web/ai-tools/stored-answers.ts";
import { accessGuard, GuardLoading } from "#web/shell/guard.tsx";
import { pageMeta } from "#web/shell/page-meta.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { Route } from "./+types/ai-tools-history";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: "AI history", path: HISTORY_PATH, index: false });

export const middleware: Route.MiddlewareFunction[] = [accessGuard];

export function loader({ context, url }: Route.LoaderArgs) {
  return loadHistory(context, url);
}

export function action({ request, context }: Route.ActionArgs) {
  return changeHistory(request, context);
}

export default function AiToolsHistory({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <GuardLoading />;
  return (
    <div className="page-main grid grid-cols-1 gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h1 className="text-xl sm:text-2xl">AI history</h1>
          <p className="mt-1 text-sm text-muted">Last answered first. Only you can see this list.</p>
        </div>
        <ButtonLink to="/ai-tools" size="sm">
          <Icon name="sparkles" />
          AI tools
        </ButtonLink>
      </div>
      <SavingSwitch settings={loaderData.settings} />
      <HistoryList history={loaderData} onDelete={removeSavedConversation} />
    </div>
  );
}
