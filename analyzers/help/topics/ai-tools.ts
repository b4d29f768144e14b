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
  text: "There are six: Sentiment Analysis, Price Prediction, Crypto Assistant, Content Generator, Smart Contract Scanner and Portfolio Optimizer. Paste a contract into the scanner to check it. The page shows how many answers you have left today. Your last questions and answers stay in the browser tab until you sign out or close it. They aren't stored on the server, unless you are signed in and turn on “Save my conversations”: then you can find, search and delete them under History (/ai-tools/history).",
};
