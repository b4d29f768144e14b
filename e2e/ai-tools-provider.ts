import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request that the program sent to the provider. */
export interface ReceivedCall {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

/** A local OpenAI-compatible endpoint controlled by the test. */
export interface TestProvider {
  readonly baseUrl: string;
  /** Handles the calls from now on. */
  handler: (response: ServerResponse, call: ReceivedCall) => void;
  countOpenCalls(): number;
  close(): void;
}

export async function startTestProvider(): Promise<TestProvider> {
  const openResponses = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    openResponses.add(response);
    response.once("close", () => openResponses.delete(response));
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.once("end", () => provider.handler(response, JSON.parse(Buffer.concat(chunks).toString("utf8"))));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const provider: TestProvider = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    handler: (response) => sendAnswer(response, "Hello."),
    countOpenCalls: () => openResponses.size,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
  return provider;
}

const formatEvent = (content: string, finishReason: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: content ? { content } : {}, finish_reason: finishReason }] })}\n\n`;

/** Sends these tokens of an answer, which stays open for more. */
export function sendTokens(response: ServerResponse, ...tokens: string[]): void {
  if (!response.headersSent) response.writeHead(200, { "Content-Type": "text/event-stream" });
  for (const token of tokens) response.write(formatEvent(token));
}

/** Sends these tokens and ends the answer. */
export function sendAnswer(response: ServerResponse, ...tokens: string[]): void {
  sendTokens(response, ...tokens);
  response.end(`${formatEvent("", "stop")}data: [DONE]\n\n`);
}

/** Requests these tool calls instead of answering. */
export function sendToolCalls(
  response: ServerResponse,
  ...calls: (readonly [name: string, args: object])[]
): void {
  sendTokens(response);
  const fragments = calls.map(([name, args], index) => ({
    index,
    id: `call_${index}`,
    type: "function",
    function: { name, arguments: JSON.stringify(args) },
  }));
  response.end(
    `data: ${JSON.stringify({ choices: [{ index: 0, delta: { tool_calls: fragments }, finish_reason: "tool_calls" }] })}\n\ndata: [DONE]\n\n`,
  );
}

export function sendError(response: ServerResponse, status: number, error: unknown): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify({ error }));
}
