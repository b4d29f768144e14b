import { data, type RouterContextProvider, redirect } from "react-router";
import type { Viewer } from "#core/accounts/member.ts";
import { ERRORS } from "#core/errors.ts";
import type { Notice } from "#core/notices.ts";
import type { App } from "#server/app.ts";
import {
  loadProofPrompt,
  PROOF_FIELD_NAMES,
  type ProofPrompt,
  parseProof,
  SEND_PROOF_CODE,
} from "#web/account/proof-prompt.ts";
import { getClientInfo, type SettingsRefusal, type SettingsSuccess } from "#web/forms/handle-settings.ts";
import { isScriptRequest } from "#web/forms/script-request.ts";
import { findField, getErrorMessage } from "#web/forms/settings-errors.ts";
import { getTextField } from "#web/forms/text-field.ts";
import { attempt } from "#web/operation.ts";
import { createNoticeCookie } from "#web/page/notice.ts";
import { appContext } from "#web/server-context.ts";

type Context = Readonly<RouterContextProvider>;

export type AdminResult = SettingsSuccess | AdminRefusal;

/** Without a message, the page itself explains the refusal. */
export interface AdminRefusal extends SettingsRefusal {
  /** The accepted proofs, and what was wrong with the submitted one; null when no step-up is required. */
  readonly proof: ProofPrompt | null;
}

interface AdminAction<T> {
  readonly notice: Notice;
  /** Where to redirect without JavaScript. A function's result is also returned to scripts. */
  readonly to: string | ((value: T) => string);
  /** Whether the response contains what `run` returned, instead of redirecting. */
  readonly isShownOnce?: boolean;
  run(app: App, viewer: Viewer): Promise<T>;
}

/** A field whose value is never sent back to the page, which only learns whether it was filled in. */
const SECRET_FIELD = "secret";

/**
 * Handles the form of an admin action: checks a submitted proof, then runs the action. When the action requires a
 * step-up, the response lists the accepted proofs and the form is submitted again with one.
 */
export async function handleAdminForm<T>(
  context: Context,
  request: Request,
  form: FormData,
  { notice, to, isShownOnce = false, run }: AdminAction<T>,
) {
  const intent = getTextField(form, "intent");
  const input = Object.fromEntries(
    [...form].flatMap(([name, value]) =>
      typeof value === "string" && !PROOF_FIELD_NAMES.includes(name)
        ? [[name, name === SECRET_FIELD && value !== "" ? "removed" : value]]
        : [],
    ),
  );
  const reject = (
    refusal: Omit<AdminRefusal, "ok" | "intent" | "input" | "proof">,
    proof: ProofPrompt | null,
    status: number,
  ) => data<AdminResult>({ ok: false, intent, ...refusal, input, proof }, { status });

  const { auth } = context.get(appContext);
  let path = typeof to === "string" ? to : "";
  let shownOnce: unknown;
  try {
    const result = await attempt(context, async (app, viewer) => {
      if (form.has(SEND_PROOF_CODE)) return app.auth.account.sendStepUpCode(viewer, getClientInfo(context));
      const proof = parseProof(form);
      if (proof) await app.auth.account.stepUp(viewer, proof, getClientInfo(context));
      const value = await run(app, viewer);
      if (typeof to === "function") path = to(value);
      if (isShownOnce) shownOnce = value;
    });
    if (!result.ok) {
      const { code, title, message, fields } = result.refusal;
      if (code !== "step_up_required") return reject({ title, message, fields }, null, result.status);
      return reject({ title, message, fields: {} }, await loadProofPrompt(context, fields), result.status);
    }
    if (form.has(SEND_PROOF_CODE)) {
      const { title, message, status } = ERRORS.step_up_required;
      return reject({ title, message, fields: {} }, await loadProofPrompt(context, {}, true), status);
    }
  } catch (error) {
    const refusal = auth.toRefusal(error);
    if (!refusal) throw error;
    const message = getErrorMessage(refusal.code, refusal.message);
    const field = findField(refusal.code, intent);
    return reject(
      { title: "Error", message, fields: field ? { [field]: message } : {} },
      null,
      refusal.status,
    );
  }
  if (isShownOnce || isScriptRequest(request))
    return data<AdminResult>({
      ok: true,
      intent,
      notice,
      ...(typeof to === "function" && { to: path }),
      ...(isShownOnce && { shownOnce }),
    });
  return redirect(path, { headers: { "Set-Cookie": createNoticeCookie(notice) } });
}
