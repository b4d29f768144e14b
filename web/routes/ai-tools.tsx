import { Suspense, useEffect, useRef } from "react";
import { data, useLocation } from "react-router";
import { AboutAnswers } from "#web/ai-tools/about-answers.tsx";
import { answerToolForm } from "#web/ai-tools/answer-tool-form.ts";
import { useConversationUrl } from "#web/ai-tools/history/use-conversation-url.ts";
import { useOwnAnswers } from "#web/ai-tools/history/use-own-answers.ts";
import { loadTools } from "#web/ai-tools/load-tools.ts";
import printStyles from "#web/ai-tools/print.css?url";
import { ToolCards } from "#web/ai-tools/tool-cards.tsx";
import { ToolFilters } from "#web/ai-tools/tool-filters.tsx";
import { ToolPanel } from "#web/ai-tools/tool-panel.tsx";
import { ToolPurposes } from "#web/ai-tools/tool-purposes.tsx";
import { ToolsOff } from "#web/ai-tools/tools-off.tsx";
import { parseToolsQuery, toolsHref } from "#web/ai-tools/tools-query.ts";
import { useAnswers } from "#web/ai-tools/use-answers.ts";
import { pageMeta } from "#web/shell/page-meta.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import type { Route } from "./+types/ai-tools";

// Only for members.
const HistoryBar = lazyPart(() => import("#web/ai-tools/history/history-bar.tsx"));

export const meta: Route.MetaFunction = ({ matches, loaderData, location }) => {
  const { tool } = parseToolsQuery(new URLSearchParams(location.search));
  return pageMeta(matches, {
    title: tool ? `${tool.name} · AI Tools Suite` : "AI Tools Suite",
    description: tool
      ? `${tool.description}. One of six tools for crypto, AI and quantum technology.`
      : "Six tools for crypto, AI and quantum technology: sentiment, price outlook, an assistant, content, a smart contract scanner and a portfolio optimizer.",
    path: toolsHref({ tool }),
    index: !loaderData?.isOff,
  });
};

export async function loader({ context, url }: Route.LoaderArgs) {
  const tools = await loadTools(context, url);
  return data(tools, { status: tools.conversation === "missing" ? 404 : 200 });
}

/** Without JavaScript. Otherwise the page calls the chat function itself. */
export function action({ request, context, url }: Route.ActionArgs) {
  return answerToolForm(request, context, url);
}

export default function AiTools(props: Route.ComponentProps) {
  const generation = useOwnAnswers();
  return props.loaderData.isOff ? (
    <ToolsOff input={props.actionData?.input ?? ""} />
  ) : (
    <Suite key={generation} {...props} />
  );
}

function Suite({ loaderData, actionData }: Route.ComponentProps) {
  const query = parseToolsQuery(new URLSearchParams(useLocation().search));
  const { tool } = query;
  const opened = loaderData.conversation === "missing" ? null : loaderData.conversation;
  const { getState, leftToday, analyze, stop, earlier, startConversation, openedId, forget } = useAnswers(
    actionData?.answer ?? null,
    loaderData.leftToday,
    opened,
  );
  useConversationUrl(query, openedId, tool ? getState(tool.id) : null);

  // Scrolls to the panel of the selected tool, unless it's already visible.
  const wasCardClicked = useRef(false);
  useEffect(() => {
    if (!tool || !wasCardClicked.current) return;
    wasCardClicked.current = false;
    const panel = document.getElementById("tool");
    if (panel && panel.getBoundingClientRect().top > window.innerHeight * 0.6) panel.scrollIntoView();
  }, [tool]);

  return (
    <div className="grid grid-cols-1 gap-5">
      <link rel="stylesheet" href={printStyles} media="print" />
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h1 className="text-xl sm:text-2xl">AI Tools Suite</h1>
        <p className="text-sm text-muted">{loaderData.hint}</p>
      </div>
      {loaderData.history ? (
        <Suspense>
          <HistoryBar
            settings={loaderData.history}
            openedId={openedId}
            isMissing={loaderData.conversation === "missing"}
            onDelete={forget}
          />
        </Suspense>
      ) : null}
      <ToolFilters address={query} />
      <h2 className="sr-only">Tools</h2>
      <ToolCards
        query={query}
        isRunning={(id) => getState(id).isRunning}
        onSelect={() => {
          wasCardClicked.current = true;
        }}
      />
      {tool ? (
        <ToolPanel
          key={tool.id}
          tool={tool}
          query={query}
          state={getState(tool.id)}
          leftToday={leftToday}
          submitted={actionData?.tool === tool.id ? actionData : null}
          onAnalyze={(input) => analyze(tool.id, input)}
          onStop={() => stop(tool.id)}
          earlier={tool.id === "chatbot" ? earlier : null}
          onNewConversation={startConversation}
        />
      ) : (
        <>
          <ToolPurposes query={query} />
          <AboutAnswers isModel={loaderData.isModel} />
        </>
      )}
    </div>
  );
}
