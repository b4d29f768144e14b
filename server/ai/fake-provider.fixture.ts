import type { IncomingMessage, ServerResponse } from "node:http";
import { startHttpServer } from "#server/testing/http-server.ts";

export type ProviderHandler = (
  response: ServerResponse,
  call: { readonly body: string; readonly request: IncomingMessage },
) => void | Promise<void>;

export type FakeProvider = Awaited<ReturnType<typeof startFakeProvider>>;

/** Starts a fake provider on a free local port. */
export async function startFakeProvider(handler: ProviderHandler = sendTokens("Hello")) {
  const calls: { readonly body: string; readonly headers: IncomingMessage["headers"] }[] = [];
  const openResponses = new Set<ServerResponse>();
  let disconnectListeners: (() => void)[] = [];
  const server = await startHttpServer((request, response) => {
    const chunks: Buffer[] = [];
    openResponses.add(response);
    response.once("close", () => {
      openResponses.delete(response);
      if (response.writableFinished) return;
      for (const notify of disconnectListeners) notify();
      disconnectListeners = [];
    });
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      calls.push({ body, headers: request.headers });
      void provider.handler(response, { body, request });
    });
  });
  const provider = {
    baseUrl: `${server.origin}/v1`,
    calls,
    handler,
    /** Returns the number of open calls. */
    countOpenCalls: () => openResponses.size,
    /** Waits until a client disconnects before its answer is complete. */
    waitForDisconnect: () => new Promise<void>((resolve) => disconnectListeners.push(resolve)),
    close: server.close,
  };
  return provider;
}

export const buildTokenEvent = (content: string): string =>
  `data: ${JSON.stringify({ id: "1", choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`;
export const FINISH_EVENTS = `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] })}\n\ndata: [DONE]\n\n`;

export function sendTokens(...tokens: string[]): ProviderHandler {
  return (response) => {
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    response.end(tokens.map(buildTokenEvent).join("") + FINISH_EVENTS);
  };
}

/** Builds an event with parts of function calls, as OpenAI streams them. */
export const buildCallEvent = (fragments: unknown, finishReason: string | null = null): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { tool_calls: fragments }, finish_reason: finishReason }] })}\n\n`;

export function sendCalls(...calls: (readonly [name: string, args: unknown])[]): ProviderHandler {
  const fragments = calls.map(([name, args], index) => ({
    index,
    id: `call_${index}`,
    type: "function",
    function: { name, arguments: typeof args === "string" ? args : JSON.stringify(args) },
  }));
  return (response) => {
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    response.end(`${buildCallEvent(fragments)}${buildCallEvent(undefined, "tool_calls")}data: [DONE]\n\n`);
  };
}

/** Handles the first request with the first handler, and so on. The last one handles all remaining requests. */
export function sendInTurn(...handlers: readonly ProviderHandler[]): ProviderHandler {
  let callCount = 0;
  return (response, call) => {
    const handler = handlers[Math.min(callCount, handlers.length - 1)];
    callCount += 1;
    return handler?.(response, call);
  };
}

/** Streams these chunks, each in its own write. */
export function sendChunks(...chunks: (string | Uint8Array)[]): ProviderHandler {
  return async (response) => {
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    for (const chunk of chunks) await new Promise<void>((resolve) => response.write(chunk, () => resolve()));
    response.end();
  };
}

export function sendResponse(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): ProviderHandler {
  return (response) => {
    response.writeHead(status, { "Content-Type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
}
