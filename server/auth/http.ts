import { randomUUID } from "node:crypto";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { cors } from "hono/cors";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { withDeadline } from "#server/platform/deadline.ts";
import { identifyAndReadBody } from "#server/platform/identify-and-read-body.ts";
import { getRequestScope, runInRequestScope } from "#server/platform/request-scope.ts";
import type { AuthDeps } from "./deps.ts";
import type { AuthEnv } from "./handler.ts";
import { renderAuthError } from "./render-error.ts";
import type { AuthRoute } from "./route.ts";
import { AUTH_ROUTES } from "./routes.ts";
import { authenticateAdmin } from "./session/authenticate-admin.ts";
import { authenticateBearer, requireVerifiedFactor } from "./session/authenticate-bearer.ts";

const limitBody = bodyLimit({
  maxSize: 1024 * 1024,
  onError: () => {
    throw new AuthError("request_entity_too_large");
  },
});

/** Creates the HTTP app of the auth protocol, to be mounted at /auth/v1. */
export function createAuthHttp(auth: AuthDeps): Hono {
  const app = new Hono<AuthEnv>();
  app.onError((error, c) => renderAuthError(c, error, auth.log));
  app.use(
    // Cookies are read only for invitations, GET /callback and passkey sign-in. Scripts on other sites can neither send
    // these cookies nor read the response to a request that carries them. So CORS allows all origins.
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
  for (const route of AUTH_ROUTES)
    app.on(route.method, route.path, guard(auth, route), (c) => route.handler(c, auth));
  app.all("*", () => {
    throw new AuthError("not_found");
  });
  // The variables that handlers share are an implementation detail.
  return app as unknown as Hono;
}

/** Responses carry tokens and users, so they must not be cached unless a handler says otherwise. */
const noStore: MiddlewareHandler = async (c, next) => {
  await next();
  if (!c.res.headers.has("cache-control")) c.res.headers.set("cache-control", "no-store");
};

/** Checks access and the size of the body. */
function guard(auth: AuthDeps, { access }: AuthRoute): MiddlewareHandler<AuthEnv> {
  if (access === "public") return limitBody;
  const authenticate = async (c: Context<AuthEnv>) => {
    const header = c.req.header("authorization");
    if (access === "admin") return c.set("actor", await authenticateAdmin(auth, header));
    const bearer = await authenticateBearer(auth, header);
    if (access === "bearer") requireVerifiedFactor(bearer);
    c.set("bearer", bearer);
  };
  // Hono stores the text for the handler. If it can't be read, the handler gets the error.
  const readText = async (c: Context<AuthEnv>) => void (await c.req.text().catch(() => {}));
  return async (c, next) => {
    await identifyAndReadBody(
      c,
      () => authenticate(c),
      () => limitBody(c, () => readText(c)),
    );
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
