import type { ToolId } from "#core/ai/tools.ts";

const VULNERABLE_VAULT = `// SPDX-License-Identifier: MIT
pragma solidity ^0.7.6;

contract Vault {
    mapping(address => uint256) public balances;
    address public owner;

    function initialize(address newOwner) public {
        owner = newOwner;
    }

    function deposit() external payable {
        balances[msg.sender] += msg.value;
    }

    function withdraw(uint256 amount) external {
        require(balances[msg.sender] >= amount);
        (bool sent, ) = msg.sender.call{value: amount}("");
        require(sent);
        balances[msg.sender] -= amount;
    }

    function sweep(address payable to) external {
        require(tx.origin == owner);
        to.transfer(address(this).balance);
    }
}
`;

const LOTTERY = `pragma solidity 0.8.24;

contract Lottery {
    address[] public players;

    function enter() external payable {
        require(msg.value == 0.1 ether, "0.1 ether");
        players.push(msg.sender);
    }

    function draw() external {
        uint256 at = uint256(keccak256(abi.encode(block.timestamp, block.prevrandao))) % players.length;
        payable(players[at]).send(address(this).balance);
        delete players;
    }
}
`;

const SAFER_VAULT = `// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

contract Savings {
    mapping(address => uint256) private balances;

    event Withdrawn(address indexed account, uint256 amount);

    function deposit() external payable {
        balances[msg.sender] += msg.value;
    }

    function withdraw(uint256 amount) external {
        balances[msg.sender] -= amount;
        (bool sent, ) = msg.sender.call{value: amount}("");
        require(sent, "not sent");
        emit Withdrawn(msg.sender, amount);
    }
}
`;

export const TOOL_TEXTS = {
  sentiment: {
    purpose:
      "See whether a headline, a post or the discussion of a topic is positive or negative, and which words drive the score.",
    placeholder: "Paste a headline, a post or an article, or name a topic such as ETH or quantum",
    note: "Text is scored on its wording; a topic is scored on recent news and posts on this site.",
    examples: [
      { label: "Posts and articles about tokens", input: "tokens" },
      {
        label: "A good headline",
        input: "Ethereum rallies to a three-month high as institutional inflows surge and network fees fall",
      },
      {
        label: "A bad day",
        input:
          "Another bridge was exploited overnight. Users fear a rug pull, the token crashed 60% and the team is silent. The audit, it turns out, was never finished.",
      },
      {
        label: "A mixed review",
        input: "Fees are lower than ever, but the app keeps crashing and support never answers.",
      },
    ],
  },
  prediction: {
    purpose:
      "See the range a price is likely to stay in, and how well such forecasts would have worked in the past.",
    placeholder: "Name an asset and how far to look ahead: BTC, 30 days",
    note: "Based on this site's price history. A range, not a promise. Not financial advice.",
    examples: [
      { label: "Bitcoin, 30 days", input: "BTC for the next 30 days" },
      { label: "Ethereum, two weeks", input: "ETH for the next 14 days" },
      { label: "Solana", input: "SOL" },
    ],
  },
  chatbot: {
    purpose: "Get a term explained in plain English, with articles and posts that go deeper.",
    placeholder: "Ask about blockchain, crypto, AI or quantum technology",
    note: "Uses the glossary and what's published here, and cites its sources.",
    examples: [
      { label: "What is a rollup?", input: "What is a rollup?" },
      { label: "Impermanent loss", input: "What is impermanent loss?" },
      { label: "Quantum and wallets", input: "Can a quantum computer break my wallet's signature?" },
    ],
  },
  generator: {
    purpose: "Catch up on a topic: what the news and the forum say about it, with sources.",
    placeholder: "Name a topic to get a summary of the news and posts about it",
    note: "Based on this site's news and posts, which are cited.",
    examples: [
      { label: "Bitcoin", input: "Bitcoin" },
      { label: "DeFi", input: "DeFi" },
      { label: "Post-quantum cryptography", input: "Post-quantum cryptography" },
    ],
  },
  scanner: {
    purpose:
      "Check Solidity code for known weaknesses before you deploy it or send money to it. Each finding links to the line in question.",
    placeholder: "Paste Solidity source code",
    note: "Finds known types of vulnerabilities. A scan without findings doesn't mean a contract is safe.",
    examples: [
      { label: "A vulnerable vault", input: VULNERABLE_VAULT },
      { label: "A lottery", input: LOTTERY },
      { label: "A safer vault", input: SAFER_VAULT },
    ],
  },
  optimizer: {
    purpose: "Compare your portfolio with better-diversified ones, within limits you set.",
    placeholder: "List your holdings, one per line: BTC 0.5",
    note: "Based on this site's price history. Past performance doesn't predict future results. Not financial advice.",
    examples: [
      { label: "Coin amounts", input: "BTC 0.5\nETH 4\nSOL 60" },
      { label: "Percentages with a cap", input: "BTC 70%\nETH 20%\nADA 10%\nmax 40%" },
      {
        label: "A portfolio as a table",
        input: "| Asset | Amount |\n|---|---:|\n| BTC | 0.2 |\n| ETH | 3 |\n| BNB | 10 |",
      },
    ],
  },
} satisfies Readonly<Record<ToolId, unknown>>;
