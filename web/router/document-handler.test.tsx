import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { data, Outlet, RouterContextProvider, type ServerBuild, useRouteError } from "react-router";
import { beforeEach, describe, expect, test } from "vitest";
import { createDocumentHandler, type PageDocument } from "./document-handler.tsx";
import { lazyComponent } from "./lazy-component.tsx";

const reportedErrors: unknown[] = [];
const sentDocuments: PageDocument[] = [];
beforeEach(() => {
  reportedErrors.length = 0;
  sentDocuments.length = 0;
});

function ErrorPage() {
  return <p>{JSON.stringify(useRouteError())}</p>;
}

const MODULES = {
  root: {
    default: () => <Outlet />,
    Layout: ({ children }: { children: ReactNode }) => <main>{children}</main>,
    ErrorBoundary: ErrorPage,
    loader: () => data({ name: "Lattice" }, { headers: { "Set-Cookie": "notice=; Max-Age=0" } }),
  },
  page: { default: () => <h1>Page</h1>, loader: () => ({ text: "shown" }), action: () => ({ saved: true }) },
  refused: {
    default: () => null,
    loader: () => {
      throw data({ code: "not_found" }, { status: 404 });
    },
  },
  failing: {
    default: () => null,
    loader: () => {
      throw new Error("secret of a loader");
    },
  },
  unrenderable: {
    default: () => {
      throw new Error("secret of a component");
    },
  },
  vote: { action: () => new Response(null) },
};

const entries = Object.entries(MODULES).map(([id, module]) => [
  id,
  { id, module, ...(id !== "root" && { parentId: "root", path: id }) },
]);
const build = {
  routes: Object.fromEntries(entries),
  assets: { routes: {} },
  future: {},
  ssr: true,
  isSpaMode: false,
} as unknown as ServerBuild;

const deps: Parameters<typeof createDocumentHandler>[1] = {
  render: (document) => {
    const html = renderToString(document.page);
    sentDocuments.push(document);
    return new Response(html, { status: document.status, headers: document.headers });
  },
  report: (error) => reportedErrors.push(error),
};
const handle = createDocumentHandler(build, deps);
const sendRequest = (path: string, init?: RequestInit) =>
  handle(new Request(`http://localhost${path}`, init), new RouterContextProvider());

describe("the document handler", () => {
  test("responds with the page, its data and its loaders' cookies", async () => {
    const response = await sendRequest("/page");
    expect(response?.status).toBe(200);
    expect(await response?.text()).toBe("<main><h1>Page</h1></main>");
    expect(response?.headers.getSetCookie()).toEqual(["notice=; Max-Age=0"]);
    expect(sentDocuments[0]?.data).toMatchObject({
      loaderData: { root: { name: "Lattice" }, page: { text: "shown" } },
      errors: null,
    });
  });

  test("responds to a form with the page and the result of the action", async () => {
    await sendRequest("/page", { method: "POST", body: new URLSearchParams({ a: "1" }) });
    expect(sentDocuments[0]?.data.actionData).toEqual({ page: { saved: true } });
  });

  test("leaves requests for data and for routes without a page to React Router", async () => {
    expect(await sendRequest("/page.data")).toBeNull();
    expect(await sendRequest("/vote", { method: "POST" })).toBeNull();
  });

  test("shows an error page with status 404 for a URL without a route", async () => {
    expect((await sendRequest("/no/such/page"))?.status).toBe(404);
  });

  test("shows a refusal with its status and data", async () => {
    expect((await sendRequest("/refused"))?.status).toBe(404);
    expect(sentDocuments[0]?.data.errors).toMatchObject({
      root: { status: 404, data: { code: "not_found" } },
    });
  });

  test.each(["failing", "unrenderable"])("reports a bug once and hides its details: /%s", async (path) => {
    const response = await sendRequest(`/${path}`);
    expect(response?.status).toBe(500);
    expect(await response?.text()).toBe("<main><p>{}</p></main>");
    expect(sentDocuments.at(-1)?.data.loaderData).toMatchObject({ root: { name: "Lattice" } });
    expect(JSON.stringify(sentDocuments.at(-1)?.data)).not.toContain("secret");
    expect(reportedErrors.map(String)).toEqual([expect.stringContaining("secret")]);
  });

  test("waits for lazy components that are still loading", async () => {
    const Part = lazyComponent(async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return { default: () => <p>Loaded</p> };
    });
    const page = { id: "page", parentId: "root", path: "page", module: { default: () => <Part /> } };
    const newBuild = { ...build, routes: { ...build.routes, page } } as unknown as ServerBuild;
    const request = new Request("http://localhost/page");
    const response = await createDocumentHandler(newBuild, deps)(request, new RouterContextProvider());
    expect(await response?.text()).toBe("<main><p>Loaded</p></main>");
  });

  test("throws if the error page can't be rendered either, so that the server responds with its own", async () => {
    const fail = () => {
      throw new Error("secret of the layout");
    };
    const root = { id: "root", path: "", module: { default: fail, Layout: fail, ErrorBoundary: fail } };
    const brokenBuild = { ...build, routes: { root } } as unknown as ServerBuild;
    const response = createDocumentHandler(brokenBuild, deps)(
      new Request("http://localhost/"),
      new RouterContextProvider(),
    );
    await expect(response).rejects.toThrow("secret of the layout");
  });
});
