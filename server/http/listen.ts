import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { httpOrigin } from "#server/platform/http-origin.ts";
import { StartError } from "#server/platform/start-error.ts";

export interface ListeningServer {
  readonly url: string;
  readonly port: number;
  /** Answers by this from now on; before, requests are told that the program is starting. */
  serve(listener: RequestListener): void;
  /** Takes no more requests, waits up to ten seconds for those under way, then ends them. */
  close(): Promise<void>;
}

const starting: RequestListener = (_request, response) => {
  response.writeHead(503, { "Retry-After": "5", "Content-Type": "text/plain" }).end("starting\n");
};

/** Opens the port; 0 is any that is free. Throws StartError with what to do when it cannot be had. */
export function openPort({ host, port }: { host: string; port: number }): Promise<ListeningServer> {
  let listener = starting;
  const server = createServer(
    {
      // Five minutes bring 50 MB over a slow line; what is not an upload has the deadline of its own.
      requestTimeout: 300_000,
      headersTimeout: 20_000,
      // How late the two may be noticed; Node's own 30 s would more than double the time for headers.
      connectionsCheckingInterval: 5_000,
      keepAliveTimeout: 65_000,
      maxHeaderSize: 32_768,
    },
    (request, response) => {
      // Nothing reads the body of a GET. Were the connection kept, one that never comes would keep it for minutes.
      if (isRead(request) && announcesBody(request)) response.shouldKeepAlive = false;
      listener(request, response);
    },
  );
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(new StartError(explain(error, host, port))),
    );
    server.listen(port, host, () => {
      const { port: actual } = server.address() as AddressInfo;
      resolve({
        url: httpOrigin(host, actual),
        port: actual,
        serve(given) {
          listener = given;
        },
        close: () =>
          new Promise((done) => {
            server.close(() => done());
            server.closeIdleConnections();
            setTimeout(() => server.closeAllConnections(), 10_000).unref();
          }),
      });
    });
  });
}

const isRead = ({ method }: IncomingMessage) => method === "GET" || method === "HEAD";

const announcesBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

function explain(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === "EADDRINUSE")
    return `Port ${port} on ${host} is in use by another program: stop it, or set PORT to a free one.`;
  if (error.code === "EACCES") return `This user may not open port ${port}: set PORT to one above 1023.`;
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND")
    return `HOST ${host} is not an address of this machine.`;
  return `Could not listen on ${host}:${port}: ${error.message}`;
}
