import { RouterContextProvider, type ServerBuild } from "react-router";
import { expect, test } from "vitest";
import { AppError } from "#core/errors.ts";
import type { App } from "#server/app.ts";
import type { PageEdge } from "#server/http/pages.ts";
import { loader, middleware } from "./root.tsx";
import { createDocumentHandler, type PageDocument } from "./router/document-handler.tsx";
import { appContext, edgeContext } from "./server-context.ts";

const OUTAGE = new Error("timeout exceeded when trying to connect");
const findExpectedError = (error: unknown) =>
  error === OUTAGE ? new AppError("database_unavailable") : undefined;
const fail = () => Promise.reject(OUTAGE);
const identify = () => Promise.resolve({ state: "visitor" });

test.each([
  ["the viewer", { auth: { identify: fail } }],
  ["the settings", { auth: { identify }, forum: { readCommunity: fail }, settings: { read: fail } }],
])("a page responds with 503 if reading %s times out waiting for a database connection", async (_, app) => {
  const documents: PageDocument[] = [];
  const reportedErrors: unknown[] = [];
  const build = {
    routes: { root: { id: "root", path: "", module: { middleware, loader, default: () => null } } },
    assets: { routes: {} },
    future: {},
  } as unknown as ServerBuild;
  const handle = createDocumentHandler(build, {
    render(document) {
      documents.push(document);
      return new Response(null, { status: document.status });
    },
    report: (error) => reportedErrors.push(error),
  });
  const context = new RouterContextProvider();
  context.set(appContext, app as unknown as App);
  let isPrivate = false;
  const markPrivate = () => {
    isPrivate = true;
  };
  context.set(edgeContext, { findExpectedError, markPrivate, report: () => {} } as unknown as PageEdge);

  const response = await handle(new Request("http://site.test/"), context);
  expect(response?.status).toBe(503);
  expect(documents[0]?.data.errors).toMatchObject({
    root: { status: 503, data: { code: "database_unavailable" } },
  });
  expect(reportedErrors).not.toContain(OUTAGE);
  expect(isPrivate).toBe(true);
});
