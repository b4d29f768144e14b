import type { NewsCategory } from "../categories.ts";

/** A built-in article, which is always labeled as a sample. */
export interface SampleArticle {
  readonly id: string;
  readonly title: string;
  readonly excerpt: string;
  readonly content: string;
  readonly category: NewsCategory;
  readonly tags: readonly string[];
  /** The publication time, relative to when the samples are added. */
  readonly hoursAgo: number;
}

const buildId = (index: number) => `00000000-0000-4000-8000-0000000000${String(index).padStart(2, "0")}`;

/** The articles shown until a feed can be fetched. None of them reports an event. */
export const SAMPLE_ARTICLES: readonly SampleArticle[] = [
  {
    id: buildId(1),
    title: "Sample: How to read a Bitcoin headline before it reads you",
    excerpt:
      "Three questions that take a minute: who says so, what was measured, and would the opposite have been news too?",
    content:
      "Most Bitcoin headlines give a price and then a reason. The price can be checked in a second. The reason usually can't be checked, and it was often written after the price had moved.\n\nAsk first who says so. A filing, a block explorer and a court's own page can be opened by anyone; \"sources familiar with the matter\" cannot. Ask next what was measured: a share of what, over which days, in which currency. Ask last whether the opposite would have been reported as well. If a rise and a fall would both have been explained by the same meeting, the meeting explains neither.\n\nThis is a sample article, shown until real news arrives.",
    category: "crypto",
    tags: ["bitcoin", "crypto"],
    hoursAgo: 1,
  },
  {
    id: buildId(2),
    title: "Sample: What a language model knows about today, and what it makes up",
    excerpt:
      "A model without tools answers from what it was trained on. Asked for this morning's news, it can only write something that looks like it.",
    content:
      "A language model continues text. What it learned stops at a date, and nothing in the answer shows where knowledge ends and plausible-sounding words begin.\n\nTools change that: a model that may search, or is handed the page, can quote it. So look for the quotation. An answer that cites its page can be checked; one that only gives a number can't. For anything newer than the model, ask for the source first and the summary second.\n\nThis is a sample article, shown until real news arrives.",
    category: "ai",
    tags: ["ai"],
    hoursAgo: 3,
  },
  {
    id: buildId(3),
    title: "Sample: Qubits are counted in two ways, and only one of them computes",
    excerpt:
      "A thousand physical qubits may yield a handful of logical ones. Know which number a quantum headline means.",
    content:
      "A physical qubit is a device: it loses its state within fractions of a second and makes an error every few hundred or thousand steps. A logical qubit combines many of them, so that individual errors can be found and corrected.\n\nHow many physical qubits one logical qubit needs depends on how well each of them works. Below an error threshold, adding qubits makes the result better; above it, worse. That is why a smaller machine with fewer errors may be the bigger step.\n\nWhen a record is reported, look for three figures together: physical qubits, error per step, and how many logical qubits survived, for how many rounds. One alone is decoration.\n\nThis is a sample article, shown until real news arrives.",
    category: "quantum",
    tags: ["quantum"],
    hoursAgo: 6,
  },
  {
    id: buildId(4),
    title: "Sample: Where the yield of a DeFi pool comes from",
    excerpt:
      "Fees, borrowers or newly minted tokens. If a yield comes from none of the three, it comes from the next depositor.",
    content:
      "A pool can pay its depositors from the fees of those who trade in it, from the interest of those who borrow out of it, or in tokens minted for the purpose. The first two come from people who use the pool. The third lasts as long as the token is worth something.\n\nBreak down the pool's own numbers: how much of the yield was paid in which coin over the last month. Then look at what could take it back: the prices of its coins drifting apart, a price feed that fails, a contract that can be changed by three keys.\n\nThis is a sample article, shown until real news arrives.",
    category: "defi",
    tags: ["defi"],
    hoursAgo: 8,
  },
  {
    id: buildId(5),
    title: "Sample: Finality, explained without a chart",
    excerpt:
      "A payment on a blockchain is not final when your wallet shows it, and chains differ in when and why it becomes final.",
    content:
      'On a proof-of-work chain, a block is never final; the more blocks follow it, the less likely it is to be replaced. On most proof-of-stake chains there is a moment after which replacing it would cost a known amount of money.\n\nRollups add a second clock. What the rollup shows right away is a promise by its operator; what is final is what has reached the underlying chain and can no longer be challenged there. Exchanges and shops choose how many confirmations to wait for, and that choice is the real answer to "how fast is it".\n\nThis is a sample article, shown until real news arrives.',
    category: "blockchain",
    tags: ["blockchain"],
    hoursAgo: 11,
  },
  {
    id: buildId(6),
    title: "Sample: A calendar for people who hold Ethereum and sleep at night",
    excerpt: "Upgrades are announced long before they happen. What to watch, and what to ignore.",
    content:
      "An Ethereum upgrade is decided in public calls, tried on test networks, and scheduled weeks ahead. If you don't run a node, you usually have nothing to do: balances stay where they are, and there is no need to send coins anywhere to \"migrate\" them.\n\nIf you run a node, get the new version from the client's own site before that date. An email, chat message or ad saying that an upgrade needs your signature is a scam.\n\nThis is a sample article, shown until real news arrives.",
    category: "crypto",
    tags: ["ethereum", "crypto"],
    hoursAgo: 15,
  },
  {
    id: buildId(7),
    title: "Sample: Benchmarks age faster than models",
    excerpt:
      "Once a test is known, models are trained for it, on purpose or not. How to read a table of machine learning scores.",
    content:
      "A benchmark is a set of questions with known answers. After it is published, its questions are on the web, and what is on the web is what models learn from. A score then measures two things at once, and the table does not say how much of each.\n\nBetter tables say when the questions were written, whether they were kept secret, and how the same model does when names and numbers are changed. The best one is your own: twenty tasks from your work, tried on each model, judged by you.\n\nThis is a sample article, shown until real news arrives.",
    category: "ai",
    tags: ["ai", "machine learning"],
    hoursAgo: 20,
  },
  {
    id: buildId(8),
    title: "Sample: What post-quantum cryptography changes for a wallet",
    excerpt:
      "Signatures are what a quantum computer would break first, starting with those of coins whose public key is known.",
    content:
      "Today's wallets sign with elliptic curves. A large enough quantum computer could find the private key from the public one. None is near that size, but keys stay in use for a long time, so their replacements have been standardized in advance.\n\nThe new signatures are larger, some by a factor of forty, which matters where every byte of a block is paid for. For holders, an old habit helps: an address that nothing was ever spent from has never revealed its public key, so there is nothing to attack.\n\nThis is a sample article, shown until real news arrives.",
    category: "quantum",
    tags: ["quantum", "crypto"],
    hoursAgo: 26,
  },
  {
    id: buildId(9),
    title: "Sample: Trading bots, and the two numbers they don't advertise",
    excerpt:
      "The return is on the front page. What it cost to get there, and how far it fell along the way, are not.",
    content:
      "A backtest is a story about the past that was chosen because it ended well. To read one, ask for the deepest drawdown and whether fees and slippage were included.\n\nA strategy that doubles its stake after each loss shows a straight line upward for years, and then one day the account is empty. Until that day, the line looks just like skill. If the largest loss isn't stated, assume that it is everything.\n\nThis is a sample article, shown until real news arrives.",
    category: "crypto",
    tags: ["crypto", "trading"],
    hoursAgo: 32,
  },
  {
    id: buildId(10),
    title: "Sample: Stablecoins are four different things with one name",
    excerpt:
      "Cash in a bank, other coins as collateral, an algorithm, or a deposit: what backs the price decides how it breaks.",
    content:
      "A coin that is backed by cash and short-term government bills is as good as its issuer's books and its bank. One that is backed by other coins is as good as the liquidation that must run while everything falls. One backed only by an algorithm is backed by belief in it. A tokenized deposit is a deposit.\n\nAsk who may redeem, at what price and how quickly, and who checks the reserves, and how often. The answers are in the issuer's terms, which are shorter than the discussions about them.\n\nThis is a sample article, shown until real news arrives.",
    category: "defi",
    tags: ["defi", "crypto"],
    hoursAgo: 40,
  },
  {
    id: buildId(11),
    title: "Sample: Three ways a smart contract fails quietly",
    excerpt:
      "Rounding, ordering and permissions: bugs that trigger no alarm, because every transaction succeeds.",
    content:
      "Rounding: a contract that always rounds in the user's favor pays out slightly too much, every time. Ordering: anyone who sees a transaction before it is mined can place their own before and after it. Permissions: an owner's key that \"will be renounced later\" is a key.\n\nNone of the three makes a transaction fail. You find them by reading the code, by testing with odd numbers, and by asking of each function who may call it and what a caller would gain.\n\nThis is a sample article, shown until real news arrives.",
    category: "blockchain",
    tags: ["blockchain"],
    hoursAgo: 50,
  },
  {
    id: buildId(12),
    title: "Sample: Running a model at home: which hardware matters",
    excerpt:
      "Memory decides which model fits, bandwidth how fast it responds, and the electricity bill whether it's worth it.",
    content:
      "To write one word, a language model reads nearly all of its weights once. So the speed at home is the bandwidth of the memory divided by the size of the model, and a faster processor behind slow memory changes little.\n\nStoring each weight in four bits instead of sixteen makes the model four times smaller and somewhat duller; how much duller depends on the task. The benefit is that nothing leaves your home, which for some documents is the whole point.\n\nThis is a sample article, shown until real news arrives.",
    category: "ai",
    tags: ["ai"],
    hoursAgo: 60,
  },
];
