import type { NewsCategory } from "../categories.ts";

/** An article of the fallback set: ours, about what holds at any time, and labelled as a sample wherever it is shown. */
export interface SampleArticle {
  readonly id: string;
  readonly title: string;
  readonly excerpt: string;
  readonly content: string;
  readonly category: NewsCategory;
  readonly tags: readonly string[];
  /** How long before the set was put in it counts as published. */
  readonly hoursAgo: number;
}

const id = (at: number) => `00000000-0000-4000-8000-0000000000${String(at).padStart(2, "0")}`;

/** What the news shows while no feed could be gathered. No event in it is reported as having happened. */
export const SAMPLE_ARTICLES: readonly SampleArticle[] = [
  {
    id: id(1),
    title: "Sample: How to read a Bitcoin headline before it reads you",
    excerpt:
      "Three questions that take a minute and save most of the trouble: who says so, what was measured, and what would have been news the other way round.",
    content:
      'Most headlines about bitcoin tell of a price and then of a reason. The price can be checked in a second. The reason usually cannot, and it was often written after the price had moved.\n\nAsk first who says so. A filing, a block explorer and a court\'s own page can be opened by anybody; "sources familiar with the matter" cannot. Ask next what was measured: a share of what, over which days, in which currency. Ask last whether the opposite would have been reported as well. If a rise and a fall would both have been explained by the same meeting, the meeting explains neither.\n\nThis is a sample article. It stands here until the first feed has been gathered.',
    category: "crypto",
    tags: ["bitcoin", "crypto"],
    hoursAgo: 1,
  },
  {
    id: id(2),
    title: "Sample: What a language model knows of today, and what it makes up",
    excerpt:
      "A model without tools answers from what it was trained on. Asked for this morning's news, it can only write something that looks like it.",
    content:
      "A language model continues text. What it learned stops at a date, and nothing in the answer shows where knowledge ends and likely-sounding words begin.\n\nTools change that: a model that may search, or is handed the page, can quote it. So look for the quotation. An answer that names its page can be checked; one that names a number alone cannot. For anything that is younger than the model, ask for the source first and for the summary second.\n\nThis is a sample article. It stands here until the first feed has been gathered.",
    category: "ai",
    tags: ["ai"],
    hoursAgo: 3,
  },
  {
    id: id(3),
    title: "Sample: Qubits are counted in two ways, and only one of them computes",
    excerpt:
      "A thousand physical qubits may hold a handful of logical ones. Which number a quantum headline means decides what it says.",
    content:
      "A physical qubit is a device; it forgets within fractions of a second and errs once in some hundred or thousand steps. A logical qubit is made of many of them, so that the errors of a few can be found and mended.\n\nHow many are needed for one depends on how well each works. Below a threshold, more qubits make the whole better; above it they make it worse. That is why a smaller machine with fewer errors may be the greater step.\n\nWhen a record is reported, look for three figures together: physical qubits, error per step, and logical qubits that survived how many rounds. One alone is decoration.\n\nThis is a sample article. It stands here until the first feed has been gathered.",
    category: "quantum",
    tags: ["quantum"],
    hoursAgo: 6,
  },
  {
    id: id(4),
    title: "Sample: Where the yield of a DeFi pool comes from",
    excerpt:
      "Fees, borrowers, or newly made tokens: a yield that names none of the three comes from the next depositor.",
    content:
      "A pool can pay its depositors from the fees of those who trade in it, from the interest of those who borrow out of it, or in tokens that were made for the purpose. The first two are somebody's reason to use the pool. The third lasts as long as the token is worth something.\n\nRead the pool's own numbers apart: how much of the yield was paid in which coin over the last month. Then look at what may take it back: the two coins drifting apart, a price feed that fails, a contract that can be changed by three keys.\n\nThis is a sample article. It stands here until the first feed has been gathered.",
    category: "defi",
    tags: ["defi"],
    hoursAgo: 8,
  },
  {
    id: id(5),
    title: "Sample: Finality, explained without a chart",
    excerpt:
      "A payment on a blockchain is not final when it is shown, and chains differ in when and why it becomes so.",
    content:
      'On a chain that is secured by work, a block is never final; it becomes less and less likely to be replaced the more are built upon it. On most chains that are secured by stake there is a moment from which replacing it would cost somebody a named amount of money.\n\nRollups add a second clock. What the rollup shows at once is a promise of its operator; what is final is what has reached the chain below and can no longer be challenged there. Exchanges and shops choose how many steps they wait, and that choice is the real answer to "how fast is it".\n\nThis is a sample article. It stands here until the first feed has been gathered.',
    category: "blockchain",
    tags: ["blockchain"],
    hoursAgo: 11,
  },
  {
    id: id(6),
    title: "Sample: A calendar for people who hold Ethereum and sleep at night",
    excerpt: "Upgrades are announced long before they happen. What to look at, and what can be left alone.",
    content:
      'An upgrade of Ethereum is decided in public calls, tried on test networks, and given a date weeks before. Who runs no node of their own has, as a rule, nothing to do: balances stay where they are, and nobody needs to send coins anywhere to "migrate" them.\n\nWho runs a node needs the new version before the date, from the client\'s own pages. Who is told by mail, chat or an advertisement that an upgrade asks for a signature is being robbed.\n\nThis is a sample article. It stands here until the first feed has been gathered.',
    category: "crypto",
    tags: ["ethereum", "crypto"],
    hoursAgo: 15,
  },
  {
    id: id(7),
    title: "Sample: Benchmarks age faster than models",
    excerpt:
      "Once a test is known, it is trained for, on purpose or not. How to read a table of machine learning scores.",
    content:
      "A benchmark is a set of questions with known answers. After it is published, its questions are on the web, and what is on the web is what models learn from. A score then measures two things at once, and the table does not say how much of each.\n\nBetter tables say when the questions were written, whether they were kept back, and how the same model fares when names and numbers in them are changed. The best one is your own: twenty tasks of your work, tried on each model, judged by you.\n\nThis is a sample article. It stands here until the first feed has been gathered.",
    category: "ai",
    tags: ["ai", "machine learning"],
    hoursAgo: 20,
  },
  {
    id: id(8),
    title: "Sample: What post-quantum cryptography changes for a wallet",
    excerpt:
      "Signatures are what a quantum computer would break first, and coins whose public key is known are where it would begin.",
    content:
      "Today's wallets sign with elliptic curves. A quantum computer that is large enough could find the private key from the public one. None is near that size, but keys live long, and so the replacements have been standardised ahead of time.\n\nThe new signatures are larger, some by a factor of forty, which matters where every byte of a block is paid for. For a holder the useful habit is an old one: an address whose public key was never shown, because nothing was ever spent from it, gives nothing to attack.\n\nThis is a sample article. It stands here until the first feed has been gathered.",
    category: "quantum",
    tags: ["quantum", "crypto"],
    hoursAgo: 26,
  },
  {
    id: id(9),
    title: "Sample: Trading bots, and the two numbers that they do not advertise",
    excerpt:
      "The return is on the front page. What it cost to get there, and how deep it fell on the way, are not.",
    content:
      "A backtest is a story about the past that was chosen because it ended well. To read one, ask for the deepest fall on the way and for the fees and slippage that were counted in.\n\nA strategy that doubles its stake after each loss shows a straight line upwards for years and then one day without an account. The line looks the same as skill until that day. If the largest fall is not stated, assume that it is everything.\n\nThis is a sample article. It stands here until the first feed has been gathered.",
    category: "crypto",
    tags: ["crypto", "trading"],
    hoursAgo: 32,
  },
  {
    id: id(10),
    title: "Sample: Stablecoins are four different things with one name",
    excerpt:
      "Cash in a bank, other coins as a pledge, an algorithm, or a deposit: what holds the price decides how it breaks.",
    content:
      "A coin that is backed by cash and short bills is as good as its issuer's books and its bank. One that is backed by other coins is as good as the liquidation that must run while everything falls. One that is held by an algorithm alone is held by the belief in it. A tokenised deposit is a deposit.\n\nAsk who may redeem, at what price, how quickly, and who checks the reserves how often. The answers stand in the issuer's terms, which are shorter than the discussions of them.\n\nThis is a sample article. It stands here until the first feed has been gathered.",
    category: "defi",
    tags: ["defi", "crypto"],
    hoursAgo: 40,
  },
  {
    id: id(11),
    title: "Sample: Three ways in which a smart contract goes wrong quietly",
    excerpt: "Rounding, order and permission: faults that no alarm reports, because nothing fails.",
    content:
      "Rounding: a contract that always rounds in the user's favour pays out a little more than it holds, each time. Order: who sees a transaction before it is mined can put one before and one after it. Permission: an owner's key that \"will be renounced later\" is a key.\n\nNone of the three makes a transaction fail. They are found by reading, by testing with strange numbers, and by asking of each function who may call it and what the caller would like to be true.\n\nThis is a sample article. It stands here until the first feed has been gathered.",
    category: "blockchain",
    tags: ["blockchain"],
    hoursAgo: 50,
  },
  {
    id: id(12),
    title: "Sample: Running a model at home, and what the parts have to do with it",
    excerpt:
      "Memory decides which model fits, its bandwidth how fast it speaks, and the electricity bill whether it is worth it.",
    content:
      "To write one word, a language model reads nearly all of its weights once. So the speed at home is the bandwidth of the memory divided by the size of the model, and a faster processor behind slow memory changes little.\n\nStoring each weight in four bits instead of sixteen makes the model four times smaller and somewhat duller; how much duller depends on the task. What is gained is that nothing leaves the room, which for some texts is the whole point.\n\nThis is a sample article. It stands here until the first feed has been gathered.",
    category: "ai",
    tags: ["ai"],
    hoursAgo: 60,
  },
];
