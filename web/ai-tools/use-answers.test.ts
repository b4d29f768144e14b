import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from "vitest";
import * as toasts from "#web/ui/toast.tsx";
import { AI_MESSAGES, AI_SUCCESS } from "./messages.ts";
import { claimStoredAnswers } from "./stored-answers.ts";
import { useAnswers } from "./use-answers.ts";

let showToast: MockInstance<typeof toasts.toast>;
/** The open responses of the chat function, in the order of the requests. */
let responses: ReadableStreamDefaultController<Uint8Array>[] = [];

beforeEach(() => {
  responses = [];
  showToast = vi.spyOn(toasts, "toast");
  const entries = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => entries.set(key, value),
    removeItem: (key: string) => entries.delete(key),
  });
  vi.stubGlobal("location", { protocol: "https:" });
  vi.stubGlobal("document", { cookie: "", querySelector: () => null });
  vi.stubGlobal(
    "fetch",
    async () => new Response(new ReadableStream({ start: (controller) => void responses.push(controller) })),
  );
});
afterEach(() => {
  showToast.mockRestore();
  vi.unstubAllGlobals();
});

/** The hook's operations. Nothing is rendered again, so only what they do outside the component can be tested. */
function openTools(): ReturnType<typeof useAnswers> {
  let answers: ReturnType<typeof useAnswers> | undefined;
  function Tools() {
    answers = useAnswers(null, null, [], null);
    return null;
  }
  renderToStaticMarkup(createElement(Tools));
  if (!answers) throw new Error("not rendered");
  return answers;
}

const waitForRequests = (count: number) => vi.waitFor(() => expect(responses).toHaveLength(count), 60_000);

function sendText(index: number, text: string): void {
  responses[index]?.enqueue(new TextEncoder().encode(text));
  responses[index]?.close();
}

const ANSWER = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: "Yes." } }] })}\n\ndata: [DONE]\n\n`;
const NO_ANSWER = "data: [DONE]\n\n";
const ERROR_TOAST = { title: "Error", description: AI_MESSAGES.noBody, destructive: true };

test.each([
  ["completes", ANSWER, NO_ANSWER, ERROR_TOAST],
  ["fails", NO_ANSWER, ANSWER, AI_SUCCESS],
])(
  "a run that %s after another user signed in shows no toast, unlike the next run",
  async (_ending, text, nextText, nextToast) => {
    const tools = openTools();
    claimStoredAnswers("mara");
    tools.analyze("sentiment", "BTC");
    await waitForRequests(1);
    claimStoredAnswers("otto");
    sendText(0, text);

    // The next run ends after the first one, and with the opposite outcome.
    tools.analyze("chatbot", "Who are you?");
    await waitForRequests(2);
    sendText(1, nextText);
    await vi.waitFor(() => expect(showToast).toHaveBeenCalledWith(nextToast), 60_000);
    expect(showToast).toHaveBeenCalledTimes(1);
  },
);
