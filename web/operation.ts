import { data } from "react-router";
import type { AuthErrorCode } from "#core/accounts/auth-errors.ts";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError, type EditConflict, type ErrorCode } from "#core/errors.ts";
import { ExpectedError } from "#core/expected-error.ts";
import type { StorageErrorCode } from "#core/storage/storage-errors.ts";
import type { App } from "#server/app.ts";
import { appContext, edgeContext, identityContext, type RequestContext } from "./server-context.ts";

/** A refusal for screens: a toast's title and message, and a message per invalid field. */
export interface Refusal {
  readonly code: ErrorCode | AuthErrorCode | StorageErrorCode;
  readonly title: string;
  readonly message: string;
  readonly fieldErrors: Readonly<Record<string, string>>;
  readonly conflict?: EditConflict | undefined;
}

/** For loaders: runs an operation as the viewer. A refusal becomes an error page with its status. */
export async function operation<T>(context: RequestContext, run: (app: App, viewer: Viewer) => Promise<T>) {
  try {
    return await run(context.get(appContext), context.get(identityContext).viewer);
  } catch (error) {
    const expectedError = context.get(edgeContext).findExpectedError(error);
    throw expectedError ? data(toRefusal(context, expectedError), { status: expectedError.status }) : error;
  }
}

/**
 * For actions, and for loaders that handle refusals: returns the value, or the refusal with its status and error.
 * Unexpected errors are rethrown.
 */
export async function attempt<T>(context: RequestContext, run: (app: App, viewer: Viewer) => Promise<T>) {
  try {
    return {
      ok: true as const,
      value: await run(context.get(appContext), context.get(identityContext).viewer),
    };
  } catch (thrown) {
    const error =
      thrown instanceof ExpectedError ? thrown : context.get(edgeContext).findExpectedError(thrown);
    if (!error) throw thrown;
    return { ok: false as const, refusal: toRefusal(context, error), status: error.status, error };
  }
}

/** For routes that scripts fetch: the operation's result as JSON with these headers, or the refusal with its status. */
export async function respondWithJson(
  context: RequestContext,
  cacheControl: string,
  run: (app: App, viewer: Viewer) => Promise<object>,
  headers = new Headers(),
): Promise<Response> {
  const result = await attempt(context, run);
  headers.set("Cache-Control", cacheControl);
  return result.ok
    ? Response.json(result.value, { headers })
    : Response.json(result.refusal, { status: result.status });
}

function toRefusal(context: RequestContext, error: ExpectedError): Refusal {
  const { code, status, message } = error;
  // A page rendered without some of its data must not be cached for other visitors.
  if (status >= 500) context.get(edgeContext).markPrivate();
  const { title = "Error", fieldErrors = {}, conflict } = error instanceof AppError ? error : {};
  return { code: code as Refusal["code"], title, message, fieldErrors, ...(conflict && { conflict }) };
}
