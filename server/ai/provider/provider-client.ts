import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import type { FunctionDefinition, ProviderMessage } from "./function-calls.ts";
import { ProviderFailure } from "./provider-failure.ts";

export interface Endpoint {
  /** The value of AI_BASE_URL. */
  readonly baseUrl: string;
  readonly apiKey: string | null;
}

export interface CompletionCall {
  readonly model: string;
  readonly messages: readonly ProviderMessage[];
  /** The functions that the model is offered; null if there are none. With the choice "none", it can't call them. */
  readonly functions: {
    readonly definitions: readonly FunctionDefinition[];
    readonly choice: "auto" | "none";
  } | null;
}

export type ProviderClient = ReturnType<typeof createProviderClient>;

const HEADER_BYTES_MAX = 16 * 1024;
const IDLE_CONNECTIONS_MAX = 32;

/** A call over a reused connection failed before any response. */
class StaleConnection extends Error {
  constructor(cause: unknown) {
    super("a reused connection was closed", { cause });
  }
}

/**
 * Uses node:http instead of the safe fetch, because the answer is streamed and AI_BASE_URL may point to a private IP
 * address (docs/decisions/037). Redirects aren't followed, so that the key only goes to the configured URL.
 */
export function createProviderClient({ baseUrl, apiKey }: Endpoint, connectMs: number) {
  const url = buildCompletionsUrl(baseUrl);
  const { Agent, request } = url.protocol === "https:" ? https : http;
  const agent = new Agent({ keepAlive: true, maxFreeSockets: IDLE_CONNECTIONS_MAX });

  const sendCall = (body: Buffer, signal: AbortSignal) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const clientRequest = request(url, {
        method: "POST",
        agent,
        signal,
        maxHeaderSize: HEADER_BYTES_MAX,
        headers: {
          "User-Agent": "Lattice",
          Accept: "text/event-stream",
          "Accept-Encoding": "identity",
          "Content-Type": "application/json",
          "Content-Length": body.length,
          ...(apiKey === null ? {} : { Authorization: `Bearer ${apiKey}` }),
        },
      });
      clientRequest.once("socket", (socket) => {
        if (!socket.connecting) return;
        const timer = setTimeout(
          () => clientRequest.destroy(new ProviderFailure("timeout", `not connected within ${connectMs} ms`)),
          connectMs,
        );
        const clearConnectTimer = () => clearTimeout(timer);
        socket.once(url.protocol === "https:" ? "secureConnect" : "connect", clearConnectTimer);
        clientRequest.once("close", clearConnectTimer);
      });
      clientRequest.once("response", resolve);
      clientRequest.on("error", (error) =>
        reject(clientRequest.reusedSocket ? new StaleConnection(error) : error),
      );
      clientRequest.end(body);
    });

  return {
    /** Resolves once the headers arrive, whatever the status. Throws ProviderFailure, or `signal.reason`. */
    async requestCompletion({ model, messages, functions }: CompletionCall, signal: AbortSignal) {
      const body = Buffer.from(
        JSON.stringify({
          model,
          messages,
          stream: true,
          ...(functions ? { tools: functions.definitions, tool_choice: functions.choice } : {}),
        }),
      );
      // A reused connection may just have been closed by the server, so retry once.
      for (let attempt = 0; ; attempt += 1) {
        try {
          return await sendCall(body, signal);
        } catch (error) {
          signal.throwIfAborted();
          if (error instanceof ProviderFailure) throw error;
          if (attempt === 0 && error instanceof StaleConnection) continue;
          const { code = "" } = error as NodeJS.ErrnoException;
          throw new ProviderFailure(
            "unreachable",
            `the provider couldn't be reached (${code || "no error code"})`,
            { cause: error },
          );
        }
      }
    },
    close: () => agent.destroy(),
  };
}

/** AI_BASE_URL is a provider's published base URL ("https://host/v1") or the full URL. Preserves its query string. */
function buildCompletionsUrl(baseUrl: string): URL {
  const url = new URL(baseUrl);
  const path = url.pathname.replace(/(?<!\/)\/+$/, "");
  url.pathname = path.endsWith("/chat/completions") ? path : `${path}/chat/completions`;
  return url;
}
