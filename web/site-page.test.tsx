import { RouterContextProvider, type ServerBuild } from "react-router";
import { expect, test } from "vitest";
import type { App } from "#server/app.ts";
import type { PageEdge } from "#server/http/pages.ts";
import { createDocumentHandler, type PageDocument } from "./router/document-handler.tsx";
import * as sitePage from "./routes/site-page.tsx";
import { appContext, edgeContext, identityContext } from "./server-context.ts";

test.each([
  ["/privacy", "privacy"],
  ["/Privacy", "privacy"],
  ["/terms", "terms"],
  ["/Terms", "terms"],
  ["/%74erms/", "terms"],
])("%s shows the %s page, however the URL is spelled", async (path, kind) => {
  const documents: PageDocument[] = [];
  const createRoute = (id: string) => ({ id: `routes/${id}`, path: id, parentId: "root", module: sitePage });
  const build = {
    routes: {
      root: { id: "root", path: "", module: { default: () => null } },
      privacy: createRoute("privacy"),
      terms: createRoute("terms"),
    },
    assets: { routes: {} },
    future: {},
  } as unknown as ServerBuild;
  const handle = createDocumentHandler(build, {
    render(document) {
      documents.push(document);
      return new Response(null, { status: document.status });
    },
    report() {},
  });
  const context = new RouterContextProvider();
  const settings = { readPage: async (page: string) => ({ html: page, changedAt: null }) };
  context.set(appContext, { settings } as unknown as App);
  context.set(edgeContext, { markShared() {} } as unknown as PageEdge);
  context.set(identityContext, { state: "visitor", viewer: null, isFactorRequired: false });

  await handle(new Request(`http://site.test${path}`), context);
  expect(documents[0]?.data.loaderData).toEqual({
    [`routes/${kind}`]: { kind, html: kind, changedAt: null },
  });
});
