import type { Context } from "hono";
import { html } from "hono/html";
import { BUG, getErrorHeading } from "#core/messages.ts";
import { findExpectedError } from "#server/database/index.ts";
import type { Log } from "#server/platform/log.ts";
import type { HttpEnvironment } from "./context.ts";

/**
 * Renders errors that neither a page's error boundary nor a protocol's error handler has rendered. Bugs and expected
 * errors with a 5xx status are logged. For a bug, only a generic message and the request ID are shown.
 */
export function renderError(error: unknown, c: Context<HttpEnvironment>, log: Log) {
  const expectedError = findExpectedError(error);
  const requestId = c.get("requestId");
  if (!expectedError) log.error({ requestId, err: error }, "unexpected error");
  else if (expectedError.status >= 500)
    log.warn({ requestId, code: expectedError.code, err: expectedError.cause }, expectedError.message);

  const { status, title, message } = expectedError ?? { status: 500, ...BUG };
  c.header("Cache-Control", "no-store");
  if (!(c.req.header("Accept") ?? "").includes("text/html")) {
    return c.json(
      { error: { code: expectedError?.code ?? "unexpected", message, requestId } },
      status as 500,
    );
  }
  const page = renderErrorHtml({ title: getErrorHeading(title), message, nonce: c.get("nonce"), requestId });
  return c.html(page, status as 500);
}

/** Uses no React, scripts or assets, because those may be what is broken. */
function renderErrorHtml(content: { title: string; message: string; nonce: string; requestId: string }) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${content.title}</title>
<style nonce="${content.nonce}">
:root { color-scheme: dark light; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 16px/1.6 system-ui, sans-serif; background: #0e1114; color: #e8eaed; }
main { max-width: 32rem; padding: 2rem; }
h1 { font-size: 1.5rem; margin: 0 0 .5rem; }
p { margin: 0 0 1rem; color: #a9b0b8; }
a { color: #5fd4b4; }
@media (prefers-color-scheme: light) { body { background: #fafaf8; color: #16191d; } p { color: #4d555e; } a { color: #0b6b55; } }
</style>
</head>
<body>
<main>
<h1>${content.title}</h1>
<p>${content.message}</p>
<p><a href="/">Return to Home</a></p>
<p><small>Request ${content.requestId}</small></p>
</main>
</body>
</html>
`;
}
