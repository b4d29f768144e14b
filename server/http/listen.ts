import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { buildHttpOrigin } from "#server/platform/http-origin.ts";
import { StartError } from "#server/platform/start-error.ts";

export type ListeningServer = Awaited<ReturnType<typeof openPort>>;

const CLOSE_IDLE_INTERVAL_MS = 100;

const respondWhileStarting: RequestListener = (_request, response) => {
  response.writeHead(503, { "Retry-After": "5", "Content-Type": "text/plain" }).end("starting\n");
};

/** Opens the port; 0 picks a free one. Throws StartError if that fails. */
export async function openPort({ host, port }: { host: string; port: number }) {
  let listener = respondWhileStarting;
  let isDraining = false;
  const server = createServer(
    {
      // Five minutes allow a 50 MB upload over a slow connection. Other requests have their own deadline.
      requestTimeout: 300_000,
      headersTimeout: 20_000,
      // With Node's default of 30 s, headers could take more than twice as long as allowed.
      connectionsCheckingInterval: 5_000,
      keepAliveTimeout: 65_000,
      maxHeaderSize: 32_768,
    },
    (request, response) => {
      // Nothing reads the body of a GET. A body that is declared but never sent would block the connection for minutes.
      if (isDraining || (isSafeMethod(request) && hasBody(request))) response.shouldKeepAlive = false;
      listener(request, response);
    },
  );
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(new StartError(describeListenError(error, host, port))),
    );
    server.listen(port, host, resolve);
  });
  const { port: boundPort } = server.address() as AddressInfo;
  return {
    url: buildHttpOrigin(host, boundPort),
    port: boundPort,
    /** Sets the listener. Until this is called, requests get a 503. */
    serve(newListener: RequestListener): void {
      listener = newListener;
    },
    /** Makes every response close its connection, so that clients open the next one elsewhere. */
    drain(): void {
      isDraining = true;
    },
    /** Stops accepting connections, waits up to ten seconds for requests in flight, then closes their connections. */
    close: () =>
      new Promise<void>((resolve) => {
        isDraining = true;
        // Also closes connections that a response promised to keep open, once that response has been sent.
        const timer = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_INTERVAL_MS);
        server.close(() => {
          clearInterval(timer);
          resolve();
        });
        setTimeout(() => server.closeAllConnections(), 10_000).unref();
      }),
  };
}

const isSafeMethod = ({ method }: IncomingMessage) => method === "GET" || method === "HEAD";

const hasBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

function describeListenError(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === "EADDRINUSE")
    return `Port ${port} on ${host} is already in use. Stop the other program, or set PORT to a free port.`;
  if (error.code === "EACCES")
    return `You don't have permission to open port ${port}. Set PORT to a port above 1023.`;
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND")
    return `HOST ${host} is not an address of this machine. Set HOST to one that is, or to 0.0.0.0 for all.`;
  return `Can't listen on ${host}:${port}: ${error.message}`;
}
