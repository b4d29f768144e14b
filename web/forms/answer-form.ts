import { data, redirect } from "react-router";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError, ERRORS } from "#core/errors.ts";
import type { Notice } from "#core/notices.ts";
import { StorageError } from "#core/storage/storage-errors.ts";
import type { App } from "#server/app.ts";
import { attempt, type Refusal } from "#web/operation.ts";
import { createNoticeCookie } from "#web/page/notice.ts";
import { createSignInLink } from "#web/page/sign-in-link.ts";
import { findField, getErrorMessage } from "./describe-error.ts";
import type { Submission } from "./handle-intent.ts";

export type FormResult<Value = unknown> = FormSuccess<Value> | FormRefusal;

export interface FormSuccess<Value = unknown> {
  readonly ok: true;
  readonly intent: string;
  /** Null if no message is shown. */
  readonly notice: Notice | null;
  readonly postId?: string | undefined;
  /** The path to continue on, if `Change.to` is a function. */
  readonly to?: string;
  /** The outcome for the form's page, such as a new state or a secret that can't be read again. */
  readonly value?: Value;
}

export interface FormRefusal extends Refusal {
  readonly ok: false;
  readonly intent: string;
  /** Whether the change would be allowed after a step-up (/settings/confirm). */
  readonly needsStepUp?: boolean;
  /** What the user typed, except passwords, codes and secrets. */
  readonly input: Readonly<Record<string, string>>;
}

export interface Change<Result, Value = undefined, DescribedRefusal = FormRefusal> {
  run(app: App, viewer: Viewer): Promise<Result>;
  /** The message on success. Without JavaScript, the next page shows it. */
  readonly notice: Notice | null | ((result: Result) => Notice | null);
  readonly getPostId?: (result: Result) => string | undefined;
  /**
   * Where to redirect without JavaScript; null if the form's own page shows the outcome. The path that a function
   * returns is also sent to scripts.
   */
  readonly to: string | null | ((result: Result) => string | null);
  readonly headers?: Headers;
  /** The part of the result that the form's page receives. */
  readonly getValue?: (result: Result) => Value;
  /**
   * Where to redirect without JavaScript when the change is refused. If the code is `not_signed_in`, the user signs in
   * first. By default, the form's page shows the refusal.
   */
  readonly refusalPath?: string;
  /** Returns the refusal, together with anything else that the form shows. */
  readonly describeRefusal?: (
    refusal: FormRefusal,
    error: RefusedOutcome["error"],
  ) => DescribedRefusal | Promise<DescribedRefusal>;
}

/** Returns a function that creates handlers for one module's forms. By default, all of them lead to the same page. */
export const bindAnswerForm =
  <Module>(
    select: (app: App) => Module,
    sharedOptions: Pick<Change<unknown>, "refusalPath"> & { readonly to: string | null },
  ) =>
  (
    notice: Notice | null,
    run: (module: Module, viewer: Viewer, submission: Submission) => Promise<unknown>,
    to = sharedOptions.to,
  ) =>
  (submission: Submission) =>
    answerForm(submission, {
      ...sharedOptions,
      notice,
      to,
      run: (app, viewer) => run(select(app), viewer, submission),
    });

const SENSITIVE_FIELD = /password|code|^proof-/i;

/**
 * Runs a form's change and returns the outcome. A refusal includes what was typed and the messages for the form's
 * fields. Without JavaScript, redirects instead: to `to` after a success or `refusalPath` after a refusal, if set.
 */
export async function answerForm<Result, Value = undefined, DescribedRefusal = FormRefusal>(
  submission: Submission,
  change: Change<Result, Value, DescribedRefusal>,
) {
  const { request, context, intent } = submission;
  const { headers = new Headers(), to } = change;
  const outcome = await attempt(context, change.run);
  if (!outcome.ok) return answerRefusal(submission, outcome, change);
  const result = outcome.value;
  const notice = typeof change.notice === "function" ? change.notice(result) : change.notice;
  const path = typeof to === "function" ? to(result) : to;
  const postId = change.getPostId?.(result);
  if (path === null || isDataRequest(request))
    return data<FormSuccess<Value>>(
      {
        ok: true,
        intent,
        notice,
        ...(postId !== undefined && { postId }),
        ...(typeof to === "function" && path !== null && { to: path }),
        ...(change.getValue && { value: change.getValue(result) }),
      },
      { headers },
    );
  if (notice) headers.append("Set-Cookie", createNoticeCookie(notice, postId));
  return redirect(path, { headers });
}

type RefusedOutcome = Extract<Awaited<ReturnType<typeof attempt>>, { ok: false }>;

async function answerRefusal<DescribedRefusal>(
  submission: Submission,
  outcome: RefusedOutcome,
  {
    refusalPath,
    describeRefusal,
  }: Pick<Change<unknown, unknown, DescribedRefusal>, "refusalPath" | "describeRefusal">,
) {
  const { request, intent } = submission;
  const { error, status } = outcome;
  if (refusalPath !== undefined && error instanceof AppError && !isDataRequest(request))
    return redirect(error.code === "not_signed_in" ? createSignInLink(refusalPath).to : refusalPath, {
      headers: { "Set-Cookie": createNoticeCookie(error.code) },
    });
  const refusal = {
    ok: false,
    intent,
    ...describeOutcome(submission, outcome),
    input: readInput(submission),
  } as const;
  const describedRefusal = describeRefusal ? await describeRefusal(refusal, error) : refusal;
  return data(describedRefusal as DescribedRefusal, { status });
}

/** The refusal to show. Auth and storage errors get a message for users and the field that they belong to. */
function describeOutcome({ form, intent }: Submission, { refusal, error }: RefusedOutcome) {
  if (!(error instanceof AuthError || error instanceof StorageError)) return refusal;
  const { code } = error;
  if (code === "reauthentication_needed" && !form.has("code")) {
    const { title, message } = ERRORS.step_up_required;
    return { code, title, message, fieldErrors: {}, needsStepUp: true };
  }
  const message = getErrorMessage(code, error.message);
  const field = findField(code, intent);
  return { ...refusal, message, fieldErrors: field ? { [field]: message } : {} };
}

/** The submitted fields, except passwords and codes. For a field named "secret", only whether it was filled in. */
const readInput = ({ form }: Submission) =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) => {
      if (typeof value !== "string" || SENSITIVE_FIELD.test(name)) return [];
      return [name === "secret" ? ["removedSecret", value && "yes"] : [name, value]];
    }),
  );

/** Whether this is one of React Router's data requests, rather than a form submitted without JavaScript. */
function isDataRequest(request: Request): boolean {
  return new URL(request.url).pathname.endsWith(".data");
}
