import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { RouterContextProvider } from "react-router";
import { expect, onTestFinished, test, vi } from "vitest";
import { AppError } from "#core/errors.ts";
import type { App } from "#server/app.ts";
import { loader } from "./routes/settings-download.ts";
import { appContext, identityContext } from "./server-context.ts";

/** Downloads these chunks from a real server, because only the connection shows whether a response is complete. */
async function download(chunks: AsyncIterable<string>) {
  const url = new URL("http://site.test/settings/data/download");
  const context = new RouterContextProvider();
  context.set(appContext, { members: { exportMember: async () => chunks } } as unknown as App);
  context.set(identityContext, { state: "member", viewer: null, isFactorRequired: false });
  const pattern = "/settings/data/download";
  const respond = () => loader({ context, url, pattern, params: {}, request: new Request(url) });
  const server = createServer(getRequestListener(respond, { overrideGlobalObjects: false }));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, host: "127.0.0.1" }, resolve).on("error", reject);
  });
  let text = "";
  try {
    for await (const chunk of response.setEncoding("utf8")) text += chunk;
  } catch {
    // `complete` shows that the download failed.
  }
  return { isComplete: response.complete, text };
}

test("a download that ends without an error is complete for the client", async () => {
  async function* generate() {
    yield "{";
    yield "}";
  }
  expect(await download(generate())).toEqual({ isComplete: true, text: "{}" });
});

test("a download that ends with an error is incomplete for the client", async () => {
  // The HTTP server logs the error.
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => log.mockRestore());
  async function* generate() {
    yield "{";
    // Large enough that the server has to wait before it sends the next chunk.
    for (let count = 0; count < 4; count += 1) yield "x".repeat(200_000);
    throw new AppError("not_signed_in");
  }
  const { isComplete, text } = await download(generate());
  expect(isComplete).toBe(false);
  expect(text).toMatch(/^\{x*$/);
});
