import { Agent, type IncomingMessage, request, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { startHttpServer } from "./http-server.ts";

export type BalancingProxy = Awaited<ReturnType<typeof startBalancingProxy>>;

/** Long enough that a program that stops without waiting would still be sent requests. */
const CHECK_INTERVAL_MS = 500;

/**
 * Sends each request to the next program whose /readyz responds with 200, over keep-alive connections. It never
 * retries a request, so every failure of a program reaches the client.
 */
export async function startBalancingProxy(urls: readonly string[]) {
  const programs = urls.map((url) => ({ url, isReady: false, agent: new Agent({ keepAlive: true }) }));
  let turn = 0;

  /** Sends the same request as an HAProxy health check, without a Host header. */
  async function check(program: (typeof programs)[number]): Promise<void> {
    program.isReady = await new Promise<boolean>((resolve) => {
      const socket = connect(Number(new URL(program.url).port), "127.0.0.1");
      socket.once("data", (data) => {
        resolve(/^HTTP\/1\.\d 200 /.test(data.toString()));
        socket.destroy();
      });
      socket.once("error", () => resolve(false));
      socket.once("close", () => resolve(false));
      socket.write("GET /readyz HTTP/1.0\r\n\r\n");
    });
  }

  function forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const readyPrograms = programs.filter(({ isReady }) => isReady);
    turn += 1;
    const program = readyPrograms[turn % readyPrograms.length];
    if (!program) return void outgoing.writeHead(503).end("no program is ready");
    const { method, url, headers } = incoming;
    const { connection: _, ...requestHeaders } = headers;
    const proxyRequest = request(program.url + url, {
      method,
      headers: requestHeaders,
      agent: program.agent,
    });
    proxyRequest.once("response", (response) => {
      const { connection: _, "keep-alive": __, ...responseHeaders } = response.headers;
      outgoing.writeHead(response.statusCode ?? 502, responseHeaders);
      outgoing.flushHeaders();
      response.once("error", () => outgoing.destroy());
      response.pipe(outgoing);
    });
    proxyRequest.once("error", () =>
      outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end(),
    );
    outgoing.once("close", () => proxyRequest.destroy());
    incoming.pipe(proxyRequest);
  }

  await Promise.all(programs.map(check));
  let isClosed = false;
  for (const program of programs) {
    const repeat = (): unknown =>
      !isClosed && setTimeout(() => void check(program).then(repeat), CHECK_INTERVAL_MS);
    repeat();
  }
  const server = await startHttpServer(forward);
  return {
    url: server.origin,
    /** Whether the proxy sends requests to this program. */
    isReady: (url: string) => programs.some((program) => program.url === url && program.isReady),
    async close() {
      isClosed = true;
      for (const { agent } of programs) agent.destroy();
      await server.close();
    },
  };
}
