import type { ToolId } from "#core/ai/tools.ts";

/** Typical inputs, used in turn. Each contract is about 80 lines long. */
export const INPUTS: Readonly<Record<ToolId, readonly string[]>> = {
  sentiment: ["BTC", "Ethereum", "quantum computing", "DeFi hacks", "AI agents"],
  prediction: ["BTC in 30 days", "ETH next week", "SOL in 90 days", "ADA", "BNB in 14 days"],
  chatbot: [
    "What is a zk-rollup, and how does it differ from an optimistic one?",
    "How does staking work?",
    "Why are quantum computers a threat to Bitcoin?",
    "What is impermanent loss?",
    "Is my wallet safe if I lose my phone?",
  ],
  generator: ["Ethereum staking", "Bitcoin ETFs", "post-quantum cryptography", "stablecoins", "open models"],
  scanner: ["Vault", "Bank", "Pool", "Treasury", "Escrow"].map(createContract),
  optimizer: [
    "0.5 BTC, 4 ETH, 20 SOL, 1000 USDC",
    "BTC 60%, ETH 40%",
    "2 ETH, 500 ADA, 10 BNB",
    "1 BTC, 1000 XRP, 50 LINK",
    "3 SOL, 200 DOT, 100 AVAX, 500 USDC",
  ],
};

function createContract(name: string): string {
  const functions = Array.from(
    { length: 20 },
    (_, index) =>
      `  function take${index}(uint amount) external {\n    (bool ok, ) = msg.sender.call{value: amount}("");\n    balances[msg.sender] -= amount;\n  }\n`,
  );
  return `pragma solidity ^0.8.0;\ncontract ${name} {\n  mapping(address => uint) balances;\n${functions.join("")}}`;
}

/** About 1,700 lines that every detector has to examine. */
export function createLongContract(): string {
  const contract = createContract("Vault");
  const unit = contract.slice(contract.indexOf("contract"));
  let text = "pragma solidity ^0.8.0;\n";
  for (let index = 0; text.length + unit.length < 60_000; index += 1)
    text += `${unit.replace("Vault", `Vault${index}`)}\n`;
  return text;
}
