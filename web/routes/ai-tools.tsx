import { Suspense, useEffect, useMemo, useRef } from "react";
import { data, useLocation } from "react-router";
import type { StoredConversation } from "#core/ai/history/types.ts";
import { TOOLS_OFF } from "#core/ai/limits.ts";
import { answerToolForm } from "#web/ai-tools/answer-tool-form.ts";
import { useConversationUrl } from "#web/ai-tools/history/use-conversation-url.ts";
import { useOwnerChangeCount } from "#web/ai-tools/history/use-owner-change-count.ts";
import type { SubmittedInput } from "#web/ai-tools/input-form.tsx";
import { loadTools } from "#web/ai-tools/load-tools.ts";
import { ToolCards, ToolFilters } from "#web/ai-tools/tool-cards.tsx";
import { ToolPanel } from "#web/ai-tools/tool-panel.tsx";
import { ToolsIntro } from "#web/ai-tools/tools-intro.tsx";
import { buildToolsHref, parseToolsQuery, type ToolsQuery } from "#web/ai-tools/tools-query.ts";
import { useAnswers } from "#web/ai-tools/use-answers.ts";
import { handleForm } from "#web/forms/handle-intent.ts";
import { pageMeta } from "#web/page/page-meta.ts";
import { lazyComponent } from "#web/router/lazy-component.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { TextAreaField } from "#web/ui/field.tsx";
import type { Route } from "./+types/ai-tools";

const HistoryBar = lazyComponent(() => import("#web/ai-tools/history/history-bar.tsx"));

export const meta: Route.MetaFunction = ({ matches, loaderData, location }) => {
  const { tool } = parseToolsQuery(new URLSearchParams(location.search));
  return pageMeta(matches, {
    title: tool ? `${tool.name} · AI Tools Suite` : "AI Tools Suite",
    description: tool
      ? `${tool.description}. One of six tools for crypto, AI and quantum technology.`
      : "Six tools for crypto, AI and quantum technology: sentiment analysis, a price outlook, an assistant, a content generator, a smart contract scanner and a portfolio optimizer.",
    path: buildToolsHref({ tool }),
    isListed: !loaderData?.isOff && !loaderData?.conversation,
  });
};

export async function loader({ context, url }: Route.LoaderArgs) {
  const tools = await loadTools(context, url);
  return data(tools, { status: tools.conversation === "missing" ? 404 : 200 });
}

/** Handles the form sent without JavaScript. With JavaScript, the page calls the chat function itself. */
export const action = (args: Route.ActionArgs) =>
  handleForm(args, (submission) => answerToolForm(submission, args.url));

export default function AiTools(props: Route.ComponentProps) {
  const ownerChangeCount = useOwnerChangeCount();
  return props.loaderData.isOff ? (
    <ToolsOff input={props.actionData?.value?.input ?? ""} />
  ) : (
    <Suite key={ownerChangeCount} {...props} />
  );
}

function Suite({ loaderData, actionData }: Route.ComponentProps) {
  const query = parseToolsQuery(new URLSearchParams(useLocation().search));
  const { tool } = query;
  const submittedInput = actionData?.value;
  const openedConversation = findOpenedConversation(loaderData.conversation, query);
  const openedInput = useMemo(() => openedConversation && getInput(openedConversation), [openedConversation]);
  const {
    getState,
    leftToday,
    analyze,
    stop,
    earlierAnswers,
    startConversation,
    openedConversationId,
    forgetConversations,
  } = useAnswers(submittedInput?.answer ?? null, loaderData.leftToday, loaderData.models, openedConversation);

  // After a click on a tool's card, scrolls to the tool's panel, unless the panel's top is already well in view.
  const wasCardClicked = useRef(false);
  useEffect(() => {
    if (!tool || !wasCardClicked.current) return;
    wasCardClicked.current = false;
    const panel = document.getElementById("tool");
    if (panel && panel.getBoundingClientRect().top > window.innerHeight * 0.6) panel.scrollIntoView();
  }, [tool]);

  const state = tool ? getState(tool.id) : null;
  useConversationUrl(query, openedConversationId, state);

  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h1 className="text-xl sm:text-2xl">AI Tools Suite</h1>
        <p className="text-sm text-muted">{loaderData.hint}</p>
      </div>
      <div className="grid grid-cols-1 items-center gap-3 lg:flex lg:justify-between">
        <ToolFilters query={query} />
        {loaderData.historySettings ? (
          <Suspense>
            <HistoryBar
              settings={loaderData.historySettings}
              currentId={state?.answer?.saved?.conversation ?? null}
              isConversationMissing={loaderData.conversation === "missing"}
              onDelete={forgetConversations}
            />
          </Suspense>
        ) : null}
      </div>
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
          key={`${tool.id} ${openedConversationId}`}
          tool={tool}
          query={query}
          state={getState(tool.id)}
          leftToday={leftToday}
          models={loaderData.models}
          submittedInput={submittedInput?.tool === tool.id ? submittedInput : openedInput}
          onAnalyze={(input, from) => analyze(tool.id, input, from)}
          onStop={() => stop(tool.id)}
          earlierAnswers={tool.id === "chatbot" ? earlierAnswers : null}
          openedConversation={openedConversation}
          onNewConversation={startConversation}
        />
      ) : (
        <ToolsIntro query={query} usesModel={loaderData.usesModel} />
      )}
    </div>
  );
}

/** The saved conversation in the URL. The data may still belong to an earlier URL. */
function findOpenedConversation(conversation: StoredConversation | "missing" | null, query: ToolsQuery) {
  return conversation && conversation !== "missing" && conversation.id === query.conversation
    ? conversation
    : null;
}

/** The form's initial input: that of the last answer, or empty for the assistant, where the user types a follow-up. */
function getInput({ tool, answers }: StoredConversation): SubmittedInput | null {
  const answer = answers.at(-1) ?? null;
  return answer && { input: tool === "chatbot" ? "" : answer.input, model: null, problem: null, answer };
}

function ToolsOff({ input }: { input: string }) {
  return (
    <div className="page-main grid w-full grid-cols-1 gap-5 py-6">
      <h1 className="text-xl sm:text-2xl">AI Tools Suite</h1>
      <p role="status">{TOOLS_OFF} An administrator can turn them back on.</p>
      {input ? <TextAreaField label="Your input" readOnly rows={6} defaultValue={input} /> : null}
      <ButtonLink to="/forum" className="justify-self-start">
        Ask in the forum
      </ButtonLink>
    </div>
  );
}
