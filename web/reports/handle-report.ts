import { data, type RouterContextProvider, redirect } from "react-router";
import { isScriptRequest } from "#web/forms/script-request.ts";
import { getTextField } from "#web/forms/text-field.ts";
import { attempt, type Refusal } from "#web/operation.ts";
import { createNoticeCookie } from "#web/page/notice.ts";
import { getSafePath } from "#web/page/same-site-path.ts";
import { getForm } from "#web/server-context.ts";

/** The result of the form: success, or the error and the input. */
export type ReportResult =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly refusal: Refusal;
      readonly input: { readonly reason: string; readonly text: string };
    };

/** Submits a report. Without JavaScript, it redirects back with a notice. */
export async function handleReport(request: Request, url: URL, context: Readonly<RouterContextProvider>) {
  const form = getForm(context);
  const input = { reason: getTextField(form, "reason"), text: getTextField(form, "text") };
  const kind = url.searchParams.get("kind") ?? "";
  const id = url.searchParams.get("id") ?? "";
  const result = await attempt(context, (app, viewer) =>
    app.reports.submitReport(viewer, { kind, id, ...input }),
  );
  if (!result.ok)
    return data<ReportResult>({ ok: false, refusal: result.refusal, input }, { status: result.status });
  if (isScriptRequest(request)) return data<ReportResult>({ ok: true });
  return redirect(getSafePath(getTextField(form, "back")), {
    headers: { "Set-Cookie": createNoticeCookie("report-sent") },
  });
}
