import { data, type RouterContextProvider } from "react-router";
import type { ToolAnswer } from "#core/ai/export.ts";
import { INPUT_LIMIT } from "#core/ai/limits.ts";
import type { ToolId } from "#core/ai/tools.ts";
import { readAccessToken } from "#web/account/request-session.ts";
import { appContext, edgeContext, getForm, identityContext } from "#web/server-context.ts";
import { textField } from "#web/shell/text-field.ts";
import { readToolsAddress } from "./address.ts";
import { findInputProblem, getStatusMessage } from "./messages.ts";

/** The result of a form submitted without scripts. */
export interface SentForm {
  readonly tool: ToolId;
  readonly input: string;
  readonly problem: string | null;
  readonly answer: ToolAnswer | null;
}

export async function answerForm(request: Request, context: Readonly<RouterContextProvider>, url: URL) {
  const { tool } = readToolsAddress(url.searchParams);
  if (!tool) throw data(null, { status: 404 });
  // Forms submit \r\n; the textarea has \n.
  const input = textField(getForm(context), "input").replace(/\r\n?/g, "\n");
  const sent = (status: number, problem: string | null, answer: ToolAnswer | null = null) =>
    data<SentForm>({ tool: tool.id, input, problem, answer }, { status });
  const wrong = findInputProblem(input, INPUT_LIMIT);
  if (wrong) return sent(422, wrong);

  const { ai, auth } = context.get(appContext);
  const { viewer } = context.get(identityContext);
  const own = viewer ? readAccessToken(request.headers.get("Cookie")) : undefined;
  const result = await ai.answerForm({
    tool: tool.id,
    input,
    authorization: `Bearer ${own ?? auth.publicKey}`,
    address: context.get(edgeContext).client().address,
  });
  if (!result.ok) return sent(result.status, getStatusMessage(result.status, result.message));
  return sent(200, result.problem, result.answer);
}
