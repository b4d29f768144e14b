/** The six tools: what the page shows, and what they send to a model (specification, sections 3 and 7). */

export const TOOL_IDS = ["sentiment", "prediction", "chatbot", "generator", "scanner", "optimizer"] as const;
export type ToolId = (typeof TOOL_IDS)[number];

export const TOOL_FILTERS = ["All", "Analytics", "Trading", "Assistant", "Content", "Security"] as const;
export type ToolFilter = (typeof TOOL_FILTERS)[number];

export interface Turn {
  readonly question: string;
  readonly answer: string;
}

export interface Tool {
  readonly id: ToolId;
  readonly name: string;
  readonly description: string;
  readonly category: Exclude<ToolFilter, "All">;
}

export const TOOLS: readonly Tool[] = [
  {
    id: "sentiment",
    name: "Sentiment Analysis",
    description: "Analyze market sentiment from social media and news",
    category: "Analytics",
  },
  {
    id: "prediction",
    name: "Price Prediction",
    description: "AI-powered cryptocurrency price forecasting",
    category: "Trading",
  },
  {
    id: "chatbot",
    name: "Crypto Assistant",
    description: "Ask questions about blockchain and crypto",
    category: "Assistant",
  },
  {
    id: "generator",
    name: "Content Generator",
    description: "Generate crypto trading insights and analysis",
    category: "Content",
  },
  {
    id: "scanner",
    name: "Smart Contract Scanner",
    description: "Analyze smart contracts for security vulnerabilities",
    category: "Security",
  },
  {
    id: "optimizer",
    name: "Portfolio Optimizer",
    description: "Optimize your crypto portfolio using AI algorithms",
    category: "Trading",
  },
];

interface ToolPrompt {
  readonly persona: string;
  /** Precedes the input; empty if the input is sent as is. */
  readonly instruction: string;
}

const TOOL_PROMPTS: Readonly<Record<ToolId, ToolPrompt>> = {
  sentiment: {
    persona:
      "You are a market sentiment analyst for crypto, AI and quantum technology. You judge the mood of texts soberly and never give investment advice.",
    instruction:
      "Classify the sentiment of the following as Positive, Negative or Neutral. State your confidence and quote the key drivers.",
  },
  prediction: {
    persona:
      "You are a cautious cryptocurrency market analyst. You speak in ranges and assumptions, and never give investment advice.",
    instruction:
      "Give a high-level price outlook for the following, with your assumptions and the key factors.",
  },
  chatbot: {
    persona:
      "You are a friendly and exact assistant for questions about blockchain, crypto, AI and quantum technology. You say so when you do not know.",
    instruction: "",
  },
  generator: {
    persona: "You are a writer of concise analyses of crypto, AI and quantum technology. You invent nothing.",
    instruction: "Write a concise analysis of the following in bullets.",
  },
  scanner: {
    persona:
      "You are a smart contract security auditor. You name weaknesses with their lines and what to do about them.",
    instruction: "Name the security risks of the following smart contract, and perform basic checks.",
  },
  optimizer: {
    persona:
      "You are a portfolio analyst for crypto assets. You explain risk plainly and never give investment advice.",
    instruction: "Propose a diversified allocation for the following holdings, with your rationale.",
  },
};

export interface ChatMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

/** The maximum number of earlier turns that are sent with a question. */
export const TURNS_MAX = 6;
export const TURN_QUESTION_MAX = 1_000;
export const TURN_ANSWER_MAX = 4_000;

/**
 * Formats a tool's messages: its persona, and the input after its instruction. The Crypto Assistant has no instruction;
 * its input comes after the earlier turns, oldest first.
 */
export function formatToolCall(
  tool: ToolId,
  input: string,
  turns: readonly Turn[] = [],
): readonly [ChatMessage, ChatMessage, ...ChatMessage[]] {
  const { persona, instruction } = TOOL_PROMPTS[tool];
  const earlierMessages = turns.slice(-TURNS_MAX).flatMap(({ question, answer }): ChatMessage[] => [
    { role: "user", content: question.slice(0, TURN_QUESTION_MAX).toWellFormed() },
    { role: "assistant", content: answer.slice(0, TURN_ANSWER_MAX).toWellFormed() },
  ]);
  const question: ChatMessage = {
    role: "user",
    content: instruction === "" ? input : `${instruction}\n\n${input}`,
  };
  const [first = question, ...rest] = [...earlierMessages, question];
  return [{ role: "system", content: persona }, first, ...rest];
}

/**
 * Parses a call written by `formatToolCall` into the tool, its input and the earlier turns; null for anything else, so
 * that clients can't supply their own persona.
 */
export function parseToolCall(messages: readonly ChatMessage[]) {
  const [system] = messages;
  const user = messages.at(-1);
  if (messages.length < 2 || system?.role !== "system" || user?.role !== "user") return null;
  const tool = TOOL_IDS.find((id) => TOOL_PROMPTS[id].persona === system.content);
  if (tool === undefined) return null;
  const turns = parseTurns(messages.slice(1, -1));
  if (turns === null || (turns.length > 0 && tool !== "chatbot")) return null;
  const { instruction } = TOOL_PROMPTS[tool];
  const prefix = instruction === "" ? "" : `${instruction}\n\n`;
  return user.content.startsWith(prefix) ? { tool, input: user.content.slice(prefix.length), turns } : null;
}

/** Parses earlier turns as pairs of a question and an answer; null for anything else. */
function parseTurns(messages: readonly ChatMessage[]): Turn[] | null {
  if (messages.length % 2 !== 0 || messages.length > 2 * TURNS_MAX) return null;
  const turns: Turn[] = [];
  for (let index = 0; index < messages.length; index += 2) {
    const [question, answer] = messages.slice(index, index + 2);
    if (question?.role !== "user" || answer?.role !== "assistant") return null;
    if (question.content.length > TURN_QUESTION_MAX || answer.content.length > TURN_ANSWER_MAX) return null;
    turns.push({ question: question.content, answer: answer.content });
  }
  return turns;
}
