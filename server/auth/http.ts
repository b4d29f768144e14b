import { randomUUID } from "node:crypto";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { cors } from "hono/cors";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { findExpectedError } from "#server/database/index.ts";
import { withDeadline } from "#server/platform/deadline.ts";
import type { Log } from "#server/platform/log.ts";
import { getRequestScope, runInRequestScope } from "#server/platform/request-scope.ts";
import type { AuthDeps } from "./deps.ts";
import type { AuthEnv } from "./handler.ts";
import type { AuthRoute } from "./route.ts";
import { AUTH_ROUTES } from "./routes.ts";
import {
  authenticateAdmin,
  authenticateBearer,
  requireVerifiedFactor,
} from "./session/authenticate-bearer.ts";

const BODY_LIMIT_BYTES = 1024 * 1024;

/** Creates the HTTP app of the auth protocol, to be mounted at /auth/v1. */
export function createAuthHttp(auth: AuthDeps): Hono {
  const app = new Hono<AuthEnv>();
  app.onError((error, c) => renderAuthError(c, error, auth.log));
  app.use(
    // Only GET /callback and passkey sign-in read a cookie, and other sites can neither send that
    // cookie nor read the response. So any origin may call all endpoints.
    cors({
      origin: "*",
      allowMethods: ["GET", "POST", "PUT", "PATCH", "DELETE"],
      allowHeaders: [
        "authorization",
        "apikey",
        "content-type",
        "x-client-info",
        "x-supabase-api-version",
        "x-jwt-aud",
        "x-upsert",
        "x-metadata",
        "cache-control",
        "range",
        "redirect_to",
      ],
      exposeHeaders: ["X-Total-Count", "Link", "X-Supabase-Api-Version", "x-sb-error-code"],
      maxAge: 600,
    }),
    noStore,
    deadline(auth),
  );
  // Runs after the guard, so that no body is read from a client without access.
  const limitBody = bodyLimit({
    maxSize: BODY_LIMIT_BYTES,
    onError: (c) => renderAuthError(c, new AuthError("request_entity_too_large"), auth.log),
  });
  for (const route of AUTH_ROUTES)
    app.on(route.method, route.path, guard(auth, route), limitBody, (c) => route.handler(c, auth));
  app.all("*", () => {
    throw new AuthError("unknown");
  });
  // The variables that handlers share are an implementation detail.
  return app as unknown as Hono;
}

/** Responses carry tokens and users, so they must not be cached unless a handler says otherwise. */
const noStore: MiddlewareHandler = async (c, next) => {
  await next();
  if (!c.res.headers.has("cache-control")) c.res.headers.set("cache-control", "no-store");
};

function guard(auth: AuthDeps, { access }: AuthRoute): MiddlewareHandler<AuthEnv> {
  return async (c, next) => {
    const header = c.req.header("authorization");
    if (access === "bearer" || access === "unverified") {
      const bearer = await authenticateBearer(auth, header);
      if (access === "bearer") requireVerifiedFactor(bearer);
      c.set("bearer", bearer);
    }
    if (access === "admin") c.set("actor", await authenticateAdmin(auth, header));
    await next();
  };
}

function deadline(auth: AuthDeps): MiddlewareHandler {
  const race = (next: () => Promise<void>) =>
    withDeadline(next, {
      timeoutMs: auth.deadlineMs,
      cancel: auth.database.cancel,
      createError: () => new AuthError("request_timeout"),
    });
  return (_c, next) => (getRequestScope() ? race(next) : runInRequestScope(randomUUID(), () => race(next)));
}

const API_VERSION = "2024-01-01";

/** Renders an error in the shape that the client's protocol version expects. */
function renderAuthError(c: Context, thrown: unknown, log: Log): Response {
  const error = toAuthError(thrown);
  const requestId = getRequestScope()?.id;
  if (error.status === 500) log.error({ err: thrown, requestId }, "a request to /auth/v1 failed");

  const weakPassword = error.reasons ? { weak_password: { reasons: error.reasons } } : {};
  c.header("x-sb-error-code", error.code);
  c.header("cache-control", "no-store");
  if (isNewVersion(c)) {
    c.header("x-supabase-api-version", API_VERSION);
    return c.json(
      { code: error.code, message: error.message, ...weakPassword },
      error.status as ContentfulStatusCode,
    );
  }
  return c.json(
    {
      code: error.status,
      error_code: error.code,
      msg: error.message,
      ...(error.status === 500 && requestId ? { error_id: requestId } : {}),
      ...weakPassword,
    },
    error.status as ContentfulStatusCode,
  );
}

function toAuthError(thrown: unknown): AuthError {
  if (thrown instanceof AuthError) return thrown;
  const expected = findExpectedError(thrown);
  if (expected?.code === "timeout") return new AuthError("request_timeout", { cause: thrown });
  if (expected?.code === "database_unavailable")
    return new AuthError("unexpected_failure", { status: 503, message: expected.message, cause: thrown });
  return new AuthError("unexpected_failure", { cause: thrown });
}

function isNewVersion(c: Context): boolean {
  const version = c.req.header("x-supabase-api-version") ?? "";
  return /^\d{4}-\d{2}-\d{2}$/.test(version) && !Number.isNaN(Date.parse(version)) && version >= API_VERSION;
}
