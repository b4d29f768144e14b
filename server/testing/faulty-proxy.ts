import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { startHttpServer } from "./http-server.ts";

export type Fault =
  /** Responds with this status. The request doesn't reach the server. */
  | { readonly kind: "status"; readonly status: number }
  /** Resets the connection before a response. */
  | { readonly kind: "reset" }
  /** Never responds. */
  | { readonly kind: "silent" }
  /** Closes the connection after this many bytes of the content. */
  | { readonly kind: "truncate"; readonly bytes: number }
  /** Sends no more content after this many bytes. */
  | { readonly kind: "stall"; readonly bytes: number }
  /** Changes a byte of the content, in the response or the request. */
  | { readonly kind: "corrupt"; readonly side: "response" | "request" };

type ChooseFault = (request: {
  readonly method: string;
  readonly url: string;
  /** The number of requests since `setFault`, including this one. */
  readonly count: number;
}) => Fault | undefined | Promise<Fault | undefined>;

export type FaultyProxy = Awaited<ReturnType<typeof startFaultyProxy>>;

/** Starts a proxy in front of an S3 server. Without a fault, it forwards requests unchanged, with their signatures. */
export async function startFaultyProxy(target: string) {
  let choose: ChooseFault = () => undefined;
  const requests: string[] = [];
  const server = await startHttpServer(async (incoming, outgoing) => {
    const { method = "GET", url = "/" } = incoming;
    requests.push(`${method} ${url}`);
    const fault = await choose({ method, url, count: requests.length });
    outgoing.on("error", () => {});
    incoming.on("error", () => {});
    if (fault?.kind === "reset") return void incoming.socket.resetAndDestroy();
    if (fault?.kind === "silent") return void incoming.resume();
    if (fault?.kind === "status") {
      incoming.resume();
      return void incoming.on("end", () => outgoing.writeHead(fault.status).end());
    }
    forward(target, incoming, outgoing, fault);
  });
  return {
    endpoint: server.origin,
    /** Methods and paths of the requests since `setFault`. */
    requests,
    /** If `chooseFault` returns a promise, the request waits for it. */
    setFault(chooseFault: ChooseFault) {
      requests.length = 0;
      choose = chooseFault;
    },
    close: server.close,
  };
}

function forward(
  target: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  fault: Fault | undefined,
): void {
  const { hostname, port } = new URL(target);
  const { method, url, headers } = incoming;
  const proxyRequest = request({ hostname, port, method, path: url, headers }, async (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    let sent = 0;
    const end =
      fault?.kind === "truncate" || fault?.kind === "stall" ? fault.bytes : Number.POSITIVE_INFINITY;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      if (fault?.kind === "corrupt" && fault.side === "response" && sent === 0) flipFirstByte(chunk);
      const part = chunk.subarray(0, Math.max(0, end - sent));
      sent += part.length;
      if (part.length > 0) outgoing.write(part);
      if (sent < end) continue;
      if (fault?.kind === "stall") return;
      return void setImmediate(() => outgoing.socket?.destroy());
    }
    outgoing.end();
  });
  proxyRequest.on("error", () => outgoing.destroy());
  let isFirst = true;
  incoming.on("data", (chunk: Buffer) => {
    if (fault?.kind === "corrupt" && fault.side === "request" && isFirst) flipFirstByte(chunk);
    isFirst = false;
    proxyRequest.write(chunk);
  });
  incoming.on("end", () => proxyRequest.end());
}

const flipFirstByte = (chunk: Buffer) => void chunk.writeUInt8(chunk.readUInt8(0) ^ 0xff, 0);
