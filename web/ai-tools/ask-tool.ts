import type { ChatEvent } from "#core/ai/chat-stream.ts";
import type { SaveRequest } from "#core/ai/history/types.ts";
import { DEFAULT_MODEL, MODEL_UNAVAILABLE } from "#core/ai/limits.ts";
import { formatToolCall, type ToolId, type Turn } from "#core/ai/tools.ts";
import { hasSessionCookie } from "#web/page/page-cookies.ts";
import { AI_MESSAGES, getStatusMessage } from "./messages.ts";
import { readChatEvents } from "./read-chat-events.ts";

const TOKEN_TIMEOUT_MS = 4000;

interface AskOptions {
  readonly turns: readonly Turn[];
  /** "" for all models in the operator's order. */
  readonly model: string;
  /** How to save the answer. Ignored for visitors, and for members while saving is off. */
  readonly history: SaveRequest;
  readonly signal: AbortSignal;
}

/** Calls the chat function and yields its events. Throws an Error whose message users see, or an AbortError. */
export async function* askTool(
  tool: ToolId,
  input: string,
  { turns, model, history, signal }: AskOptions,
): AsyncGenerator<ChatEvent> {
  const messages = formatToolCall(tool, input, turns);
  let response = await send({ messages, history, model: model || DEFAULT_MODEL }, signal);
  let message = response.ok ? null : await parseErrorMessage(response);
  // The operator has removed the model since the page was loaded, so use another. The answer names its model.
  if (message === MODEL_UNAVAILABLE && model !== "") {
    response = await send({ messages, history, model: DEFAULT_MODEL }, signal);
    message = response.ok ? null : await parseErrorMessage(response);
  }
  if (!response.ok) throw new Error(getStatusMessage(response.status, message));
  if (!response.body) throw new Error(AI_MESSAGES.noBody);
  const events = readChatEvents(response.body);
  let hasText = false;
  for (;;) {
    const { value, done } = await events.next();
    if (done) {
      if (!hasText) throw new Error(AI_MESSAGES.noBody);
      if (!value) throw new Error(AI_MESSAGES.cutOff);
      return;
    }
    if (typeof value.error === "string") throw new Error(value.error || AI_MESSAGES.unreachable);
    hasText ||= Boolean(value.choices?.[0]?.delta?.content);
    yield value;
  }
}

async function send(body: object, signal: AbortSignal): Promise<Response> {
  return fetch("/functions/v1/chat", {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${await getToken()}` },
    body: JSON.stringify(body),
    signal,
  });
}

async function parseErrorMessage(response: Response): Promise<unknown> {
  try {
    return ((await response.json()) as { error?: unknown }).error;
  } catch {
    return undefined;
  }
}

/**
 * The member's access token, refreshed if it has expired. Returns the public key for visitors, or if getting the access
 * token fails or takes too long.
 */
async function getToken(): Promise<string> {
  const publicKey = document.querySelector<HTMLMetaElement>('meta[name="lattice-public-key"]')?.content ?? "";
  if (!hasSessionCookie()) return publicKey;
  const memberTokenPromise = (async () => {
    const { getAuthClient } = await import("#web/session/auth-client.ts");
    const { data } = await (await getAuthClient()).getSession();
    return data.session?.access_token;
  })().catch(() => undefined);
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, TOKEN_TIMEOUT_MS));
  return (await Promise.race([memberTokenPromise, timeout])) ?? publicKey;
}
