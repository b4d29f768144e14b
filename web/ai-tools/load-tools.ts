import { redirect } from "react-router";
import { getModelLabel } from "#core/ai/model-label.ts";
import { TOOLS } from "#core/ai/tools.ts";
import { operation } from "#web/operation.ts";
import { createSignInLink } from "#web/page/sign-in-link.ts";
import {
  appContext,
  edgeContext,
  identityContext,
  type RequestContext,
  readOptional,
} from "#web/server-context.ts";
import { loadConversation } from "./history/load-history.ts";
import type { ModelOption } from "./model-select.tsx";
import { getProviderHint } from "./provider-hint.ts";
import { buildToolsHref, parseToolsQuery } from "./tools-query.ts";

/** Loads /ai-tools. Redirects if a conversation in the URL requires signing in or belongs to another tool. */
export async function loadTools(context: RequestContext, url: URL) {
  const { ai, settings } = context.get(appContext);
  const { client, form } = context.get(edgeContext);
  const { state, viewer } = context.get(identityContext);
  const query = parseToolsQuery(url.searchParams);
  const conversationId = query.conversation;
  // Visitors who submit the form aren't redirected, so that their input isn't lost.
  if (conversationId && state === "visitor" && form === null)
    throw redirect(createSignInLink(url.pathname + url.search).to);
  const conversation =
    state === "member" && conversationId ? await loadConversation(context, conversationId) : null;
  if (conversation && conversation !== "missing" && conversation.tool !== query.tool?.id)
    throw redirect(
      buildToolsHref({
        tool: TOOLS.find(({ id }) => id === conversation.tool) ?? null,
        conversation: conversationId,
      }),
    );
  const { hasProvider, models } = ai.describe();
  const allowance = await readOptional(context, ai.readAllowance(viewer, client().address));
  const isOff = !(await settings.read()).aiTools;
  if (!isOff) ai.warmUp();
  return {
    isOff,
    /** Whether a model answers, rather than the built-in analyzers. */
    usesModel: hasProvider,
    models: hasProvider && models.length > 1 ? listModelOptions(models) : [],
    hint: getProviderHint(hasProvider ? (models[0] ?? null) : null, new Date().toISOString().slice(0, 10)),
    leftToday: allowance?.leftToday ?? null,
    historySettings:
      state === "member"
        ? await operation(context, ({ ai }, viewer) => ai.history.readSettings(viewer))
        : null,
    conversation,
  };
}

/** Models with the same display name are listed by their configured names. */
function listModelOptions(models: readonly string[]): ModelOption[] {
  const labels = models.map(getModelLabel);
  return models.map((value, index) => {
    const label = labels[index] ?? value;
    return { value, label: labels.filter((other) => other === label).length > 1 ? value : label };
  });
}
