import type { Context } from "hono";

/** An error of the token and userinfo endpoints, in OAuth's format. */
export class OAuthError extends Error {
  override readonly name = "OAuthError";
  readonly code: string;
  readonly status: 400 | 401 | 403;
  /** The scheme that the client can authenticate with, for status 401 and 403. */
  readonly scheme: "Basic" | "Bearer" | undefined;

  constructor(
    code: string,
    description: string,
    { status = 400, scheme }: { status?: 400 | 401 | 403; scheme?: "Basic" | "Bearer" } = {},
  ) {
    super(description);
    this.code = code;
    this.status = status;
    this.scheme = scheme;
  }
}

/** Runs the handler of an OAuth endpoint and answers with its OAuthError, if it throws one. */
export async function respondOAuth(c: Context, run: () => Promise<Response>): Promise<Response> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    const { code, message, status, scheme } = error;
    if (scheme === "Basic") c.header("WWW-Authenticate", "Basic");
    if (scheme === "Bearer")
      c.header("WWW-Authenticate", `Bearer error="${code}", error_description="${message}"`);
    return c.json({ error: code, error_description: message }, status);
  }
}
