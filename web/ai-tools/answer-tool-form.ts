import { data } from "react-router";
import type { ToolAnswer } from "#core/ai/export.ts";
import type { Submission } from "#web/forms/handle-intent.ts";
import { appContext, edgeContext, identityContext } from "#web/server-context.ts";
import { parseAccessToken } from "#web/session/request-session.ts";
import { findInputProblem, getStatusMessage } from "./messages.ts";
import { parseToolsQuery } from "./tools-query.ts";

/** For forms submitted without JavaScript. If the model is "", all of the operator's models are tried in order. */
export async function answerToolForm({ request, context, text }: Submission, url: URL) {
  const { tool, conversation } = parseToolsQuery(url.searchParams);
  if (!tool) throw data(null, { status: 404 });
  // Forms submit \r\n; the textarea has \n.
  const input = text("input").replace(/\r\n?/g, "\n");
  const model = text("model");
  const respond = (status: number, problem: string | null, answer: ToolAnswer | null = null) =>
    data({ tool: tool.id, input, model, problem, answer }, { status });
  const inputProblem = findInputProblem(input);
  if (inputProblem) return respond(422, inputProblem);

  const { ai, auth } = context.get(appContext);
  const { viewer } = context.get(identityContext);
  const accessToken = viewer ? parseAccessToken(request.headers.get("Cookie")) : undefined;
  const result = await ai.answerForm({
    tool: tool.id,
    input,
    model,
    authorization: `Bearer ${accessToken ?? auth.publicKey}`,
    address: context.get(edgeContext).client().address,
    conversation,
  });
  if (!result.ok) return respond(result.status, getStatusMessage(result.status, result.message));
  return respond(200, result.problem, result.answer);
}
