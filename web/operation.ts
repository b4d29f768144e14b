import { data, type RouterContextProvider } from "react-router";
import type { Viewer } from "#core/accounts/member.ts";
import type { ErrorCode } from "#core/errors.ts";
import type { App } from "#server/app.ts";
import { appContext, edgeContext, identityContext } from "./server-context.ts";

/** A refusal for screens: a toast's title and message, and a message per invalid field. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly title: string;
  readonly message: string;
  readonly fields: Readonly<Record<string, string>>;
}

type Context = Readonly<RouterContextProvider>;

/** For loaders: runs an operation as the viewer. A refusal becomes an error page with its status. */
export async function operation<T>(
  context: Context,
  run: (app: App, viewer: Viewer) => Promise<T>,
): Promise<T> {
  try {
    return await run(context.get(appContext), context.get(identityContext).viewer);
  } catch (error) {
    const rejection = toRefusal(context, error);
    throw rejection ? data(rejection.refusal, { status: rejection.status }) : error;
  }
}

/** For actions: returns the value, or the refusal with its status. Unexpected errors are rethrown. */
export async function attempt<T>(context: Context, run: (app: App, viewer: Viewer) => Promise<T>) {
  try {
    return {
      ok: true as const,
      value: await run(context.get(appContext), context.get(identityContext).viewer),
    };
  } catch (error) {
    const rejection = toRefusal(context, error);
    if (!rejection) throw error;
    return { ok: false as const, ...rejection };
  }
}

function toRefusal(context: Context, error: unknown): { refusal: Refusal; status: number } | undefined {
  const expected = context.get(edgeContext).findExpectedError(error);
  if (!expected) return undefined;
  const { code, title, message, fields = {}, status } = expected;
  // A page rendered without some of its data must not be cached for other visitors.
  if (status >= 500) context.get(edgeContext).markPrivate();
  return { refusal: { code, title, message, fields }, status };
}
