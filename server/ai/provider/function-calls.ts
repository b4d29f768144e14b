/** The functions that a model may call, and its calls, in the protocol of OpenAI-compatible endpoints. */

import type { ChatMessage } from "#core/ai/tools.ts";

export interface FunctionDefinition {
  readonly type: "function";
  readonly function: {
    readonly name: string;
    readonly description: string;
    /** The parameters as a JSON Schema. */
    readonly parameters: object;
  };
}

/** A call as sent by the model: neither name nor arguments are validated. */
export interface FunctionCall {
  /** Unique among the calls of its message. */
  readonly id: string;
  readonly name: string;
  /** JSON, or anything else that the model sent instead. */
  readonly arguments: string;
  /** Sent back to the provider unchanged, because Gemini requires the signatures in it. */
  readonly extra?: object;
}

/** A message to a provider: ours, a model's calls, or a call's result. */
export type ProviderMessage =
  | ChatMessage
  | { readonly role: "assistant"; readonly content: string; readonly tool_calls: readonly object[] }
  | { readonly role: "tool"; readonly tool_call_id: string; readonly content: string };

export function formatCallMessage(text: string, calls: readonly FunctionCall[]): ProviderMessage {
  return {
    role: "assistant",
    content: text,
    tool_calls: calls.map(({ id, name, arguments: argumentsText, extra }) => ({
      id,
      type: "function",
      function: { name, arguments: argumentsText },
      ...(extra ? { extra_content: extra } : {}),
    })),
  };
}

/** A part of a call. Providers may split the arguments anywhere, and some omit the index or the ID. */
export interface CallFragment {
  readonly index: number | null;
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
  readonly extra: object | null;
}

/** Parses the fragments in a streamed delta or a complete message. Ignores invalid ones. */
export function parseCallFragments(message: unknown): CallFragment[] {
  const { tool_calls: list } = (message ?? {}) as { tool_calls?: unknown };
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: unknown) => {
    if (typeof item !== "object" || item === null) return [];
    const entry = item as { index?: unknown; id?: unknown; function?: unknown; extra_content?: unknown };
    const functionPart = (
      typeof entry.function === "object" && entry.function !== null ? entry.function : {}
    ) as {
      name?: unknown;
      arguments?: unknown;
    };
    return [
      {
        index: Number.isInteger(entry.index) ? (entry.index as number) : null,
        id: typeof entry.id === "string" ? entry.id : "",
        name: typeof functionPart.name === "string" ? functionPart.name : "",
        arguments: toArgumentsText(functionPart.arguments),
        extra:
          typeof entry.extra_content === "object" && entry.extra_content !== null
            ? entry.extra_content
            : null,
      },
    ];
  });
}

/** Converts arguments to JSON text, because some providers send them as an object. */
function toArgumentsText(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "object" && value !== null ? JSON.stringify(value) : "";
}

/** The maximum number of calls that are read from one message. The others are ignored. */
const CALLS_READ_MAX = 16;
/** The maximum length of a call's name and of its ID, in characters. None of our functions has a longer name. */
const NAME_LENGTH_MAX = 100;

/** Joins the fragments of one message's calls. */
export function createCallCollector() {
  const calls: { -readonly [Field in keyof CallFragment]: CallFragment[Field] }[] = [];

  /** Finds a fragment's call. Some providers give every call the index 0, so a new ID starts a new call. */
  function findCall({ index, id, name }: CallFragment) {
    const lastCall = calls.at(-1);
    if (index !== null) {
      const sameIndexCall = calls.findLast((call) => call.index === index);
      return sameIndexCall && (id === "" || sameIndexCall.id === "" || sameIndexCall.id === id)
        ? sameIndexCall
        : undefined;
    }
    if (id !== "") return calls.find((call) => call.id === id);
    return name === "" ? lastCall : undefined;
  }

  return {
    add(fragments: readonly CallFragment[]) {
      for (const fragment of fragments) {
        const call = findCall(fragment);
        if (call) {
          call.id ||= fragment.id.slice(0, NAME_LENGTH_MAX);
          call.name ||= fragment.name.slice(0, NAME_LENGTH_MAX);
          call.arguments += fragment.arguments;
          call.extra ??= fragment.extra;
        } else if (calls.length < CALLS_READ_MAX)
          calls.push({
            ...fragment,
            id: fragment.id.slice(0, NAME_LENGTH_MAX),
            name: fragment.name.slice(0, NAME_LENGTH_MAX),
          });
      }
    },
    /** Returns the calls that have a name, with unique IDs. */
    finish(): FunctionCall[] {
      const ids = new Set<string>();
      return calls
        .filter(({ name }) => name !== "")
        .map(({ id, name, arguments: argumentsText, extra }, position) => {
          let uniqueId = id;
          for (let number = position + 1; uniqueId === "" || ids.has(uniqueId); number += 1)
            uniqueId = `call_${number}`;
          ids.add(uniqueId);
          return { id: uniqueId, name, arguments: argumentsText, ...(extra ? { extra } : {}) };
        });
    },
  };
}
