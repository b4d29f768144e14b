import { data } from "react-router";
import type { ToolAnswer } from "#core/ai/export.ts";
import { AppError } from "#core/errors.ts";
import { answerForm } from "#web/forms/answer-form.ts";
import type { Submission } from "#web/forms/handle-intent.ts";
import { edgeContext } from "#web/server-context.ts";
import { parseAccessToken } from "#web/session/request-session.ts";
import { findInputProblem, getStatusMessage } from "./messages.ts";
import { parseToolsQuery } from "./tools-query.ts";

/**
 * For forms submitted without JavaScript. If the model is "" or no longer available, all of the operator's models are
 * tried in order.
 */
export function answerToolForm(submission: Submission, url: URL) {
  const { request, context, text } = submission;
  const { tool, conversation } = parseToolsQuery(url.searchParams);
  if (!tool) throw data(null, { status: 404 });
  // Forms submit line breaks as \r\n.
  const input = text("input").replace(/\r\n?/g, "\n");
  const model = text("model");
  const buildValue = (problem: string | null, answer: ToolAnswer | null) => ({
    tool: tool.id,
    input,
    model,
    problem,
    answer,
  });
  return answerForm(submission, {
    notice: null,
    to: null,
    run({ ai, auth }, viewer) {
      const problem = findInputProblem(input);
      if (problem) throw new AppError("invalid_input", { message: problem });
      const accessToken = viewer ? parseAccessToken(request.headers.get("Cookie")) : undefined;
      return ai.answerForm({
        tool: tool.id,
        input,
        model,
        authorization: `Bearer ${accessToken ?? auth.publicKey}`,
        address: context.get(edgeContext).client().address,
        conversation,
      });
    },
    getValue: ({ problem, answer }) => buildValue(problem, answer),
    describeRefusal: (refusal, { status, message }) => ({
      ...refusal,
      value: buildValue(getStatusMessage(status, message), null),
    }),
  });
}
