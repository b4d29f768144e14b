import type { HelpTopic } from "../help-topic.ts";

export const AI_TOOLS: HelpTopic = {
  id: "ai-tools",
  title: "The AI tools",
  path: "/ai-tools",
  questions: [
    "what can the AI tools do",
    "are my questions to the assistant stored",
    "how many answers do I get per day",
    "scan a smart contract on this site",
    "sentiment, price prediction, portfolio optimizer",
  ],
  text: "There are six: Sentiment Analysis, Price Prediction, Crypto Assistant, Content Generator, Smart Contract Scanner and Portfolio Optimizer. Paste a contract into the scanner to check it. The page shows how many answers you have left today. Questions and answers aren't stored on the server; your last ones stay in the browser tab.",
};
