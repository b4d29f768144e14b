import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import type { ChatMessage } from "#core/ai/tools.ts";
import { ProviderFailure } from "./provider-failure.ts";

/** The address and key of a model's endpoint. */
export interface Endpoint {
  /** AI_BASE_URL */
  readonly baseUrl: string;
  readonly apiKey: string | null;
}

/** Opens calls to one endpoint over keep-alive connections. */
export interface AnswerOpener {
  /** Resolves once the headers arrive, whatever the status. Throws ProviderFailure, or the reason of `signal`. */
  open(
    call: { model: string; messages: readonly ChatMessage[] },
    signal: AbortSignal,
  ): Promise<IncomingMessage>;
  close(): void;
}

const HEADER_BYTES = 16 * 1024;
const MAX_IDLE_CONNECTIONS = 32;

/** A call over a reused connection failed before it was answered. */
class StaleConnection extends Error {
  constructor(cause: unknown) {
    super("a reused connection was closed", { cause });
  }
}

/**
 * Connects to the operator's own provider (docs/decisions/037). Uses node:http instead of the safe fetch, because the
 * answer is streamed and the operator may configure a private address. Redirects aren't followed, so that the key
 * only goes to the configured address.
 */
export function createAnswerOpener({ baseUrl, apiKey }: Endpoint, connectMs: number): AnswerOpener {
  const url = completionsAddress(baseUrl);
  const { Agent, request } = url.protocol === "https:" ? https : http;
  const agent = new Agent({ keepAlive: true, maxFreeSockets: MAX_IDLE_CONNECTIONS });

  const ask = (body: Buffer, signal: AbortSignal) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const clientRequest = request(url, {
        method: "POST",
        agent,
        signal,
        maxHeaderSize: HEADER_BYTES,
        headers: {
          "User-Agent": "Lattice",
          Accept: "text/event-stream",
          "Accept-Encoding": "identity",
          "Content-Type": "application/json",
          "Content-Length": body.length,
          ...(apiKey === null ? {} : { Authorization: `Bearer ${apiKey}` }),
        },
      });
      const late = new ProviderFailure("timeout", `not connected within ${connectMs} ms`);
      const timer = setTimeout(() => clientRequest.destroy(late), connectMs);
      const connected = () => clearTimeout(timer);
      clientRequest.once("socket", (socket) => {
        if (!socket.connecting) connected();
        else socket.once(url.protocol === "https:" ? "secureConnect" : "connect", connected);
      });
      clientRequest.once("response", resolve);
      clientRequest.once("close", connected);
      clientRequest.on("error", (error) =>
        reject(clientRequest.reusedSocket ? new StaleConnection(error) : error),
      );
      clientRequest.end(body);
    });

  return {
    async open({ model, messages }, signal) {
      const body = Buffer.from(JSON.stringify({ model, messages, stream: true }));
      // A reused connection may just have been closed by the server, so retry once.
      for (let tries = 0; ; tries += 1) {
        try {
          return await ask(body, signal);
        } catch (error) {
          signal.throwIfAborted();
          if (error instanceof ProviderFailure) throw error;
          if (tries === 0 && error instanceof StaleConnection) continue;
          const { code = "" } = error as NodeJS.ErrnoException;
          throw new ProviderFailure("unreachable", `not reached (${code || "no code"})`, { cause: error });
        }
      }
    },
    close: () => agent.destroy(),
  };
}

/**
 * AI_BASE_URL as providers publish it ("https://host/v1") or the full path; a query string (an API version) is kept.
 */
function completionsAddress(baseUrl: string): URL {
  const url = new URL(baseUrl);
  const path = url.pathname.replace(/\/+$/, "");
  url.pathname = path.endsWith("/chat/completions") ? path : `${path}/chat/completions`;
  return url;
}
