import type { CatalogEntry } from "./entry.ts";

const UPDATE_FIRST =
  "Update all state before the call (checks, effects, interactions), or put a reentrancy guard on every function that shares this state.";

export const ATTACKS = [
  {
    id: "reentrancy",
    title: "Reentrancy: ether is sent before state is updated",
    impact: "high",
    confidence: "high",
    explanation:
      "The receiver's code runs before this function ends, so the receiver can call this contract again before the state is updated, and get paid twice.",
    recommendation: UPDATE_FIRST,
  },
  {
    id: "reentrancy-no-eth",
    title: "Reentrancy: another contract is called before state is updated",
    impact: "medium",
    confidence: "medium",
    explanation:
      "The called contract, or a token that calls back, can enter this one again before its state is updated.",
    recommendation: UPDATE_FIRST,
  },
  {
    id: "reentrancy-callback",
    title: "Reentrancy: a token receiver is called before state is updated",
    impact: "medium",
    confidence: "medium",
    explanation:
      "Safe mints and transfers call the receiver (ERC-721, ERC-1155, ERC-777), which can enter this contract again before its state is updated.",
    recommendation: UPDATE_FIRST,
  },
  {
    id: "reentrancy-limited-gas",
    title: "State is updated after send or transfer",
    impact: "low",
    confidence: "medium",
    explanation:
      "The receiver gets only 2,300 gas, too little to do harm today. But gas costs have changed before, so don't rely on that.",
    recommendation: UPDATE_FIRST,
  },
  {
    id: "reentrancy-cross-function",
    title: "Reentrancy into another function that shares this state",
    impact: "medium",
    confidence: "medium",
    explanation:
      "This function's guard doesn't protect the others: through an unguarded one, the called contract can use state that has not been updated yet.",
    recommendation: UPDATE_FIRST,
  },
  {
    id: "reentrancy-read-only",
    title: "A view function exposes intermediate state",
    impact: "medium",
    confidence: "low",
    explanation:
      "While this call runs, other contracts that read the view get a value that is neither the old nor the new one. Lending markets have been drained because they relied on such a value as a price.",
    recommendation: "Update all state before the call, or make the view revert while the guard is active.",
  },
  {
    id: "controlled-delegatecall",
    title: "delegatecall to an address chosen by the caller",
    impact: "high",
    confidence: "high",
    explanation:
      "`delegatecall` runs another contract's code with this contract's storage and ether. Anyone who can choose that code controls the contract.",
    recommendation:
      "Delegate only to addresses stored in the contract and set by its owner, or restrict who can call the function.",
  },
  {
    id: "arbitrary-call",
    title: "Anyone can make the contract call anything",
    impact: "high",
    confidence: "medium",
    explanation:
      "The caller controls both the address and the data. They can make the contract transfer tokens it owns, or tokens that users have approved for it.",
    recommendation: "Allow only known addresses and functions, or restrict who can call the function.",
  },
  {
    id: "unprotected-selfdestruct",
    title: "Anyone can destroy the contract",
    impact: "high",
    confidence: "high",
    explanation:
      "`selfdestruct` sends all ether to the given address and, in most versions, removes the code. The caller is not checked.",
    recommendation: "Remove it, because it is deprecated. If you need it, restrict it to the owner.",
  },
  {
    id: "unprotected-initializer",
    title: "Anyone can initialize the contract, or reinitialize it",
    impact: "high",
    confidence: "medium",
    explanation:
      "The function does a constructor's work, but anyone can call it, either before the owner does or again later, and set the values in their own favor.",
    recommendation:
      "Use an `initializer` modifier (and `_disableInitializers()` in the constructor), or check and set a flag.",
  },
  {
    id: "unprotected-owner",
    title: "Anyone can set who or what controls the contract",
    impact: "high",
    confidence: "high",
    explanation:
      "What is set here decides who controls the contract or which code it runs, and the caller is not checked.",
    recommendation:
      "Let only the current owner (or a role) set it: `require(msg.sender == owner)` or a modifier.",
  },
  {
    id: "unprotected-withdraw",
    title: "Anyone can withdraw the contract's funds",
    impact: "high",
    confidence: "medium",
    explanation:
      "The caller receives the funds or chooses who does, the amount isn't limited to what they are owed, and the caller is not checked.",
    recommendation:
      "Restrict who can call the function, or pay out only what the contract's records owe the caller.",
  },
  {
    id: "unprotected-mint",
    title: "Anyone can mint tokens",
    impact: "high",
    confidence: "medium",
    explanation:
      "The caller isn't checked and pays nothing, but chooses by how much supply and balances grow.",
    recommendation: "Restrict the function to an owner or a minter role, and cap the supply.",
  },
  {
    id: "unchecked-call",
    title: "The result of a low-level call is not checked",
    impact: "medium",
    confidence: "high",
    explanation:
      "A low-level call that fails doesn't revert the transaction; it returns false. The result is ignored here, so the contract continues as if the call had succeeded.",
    recommendation: "Store the result, `(bool ok, ) = …`, and `require(ok)`.",
  },
  {
    id: "unchecked-send",
    title: "The result of send is not checked",
    impact: "medium",
    confidence: "high",
    explanation:
      "`send` returns false if the receiver reverts or needs more than 2,300 gas. The ether then stays in this contract, while the contract's records say that it was paid out.",
    recommendation: "Check the result of `send`, or let receivers withdraw their funds themselves.",
  },
  {
    id: "unchecked-transfer",
    title: "The result of a token transfer is not checked",
    impact: "medium",
    confidence: "medium",
    explanation:
      "Some ERC-20 tokens return false instead of reverting when a transfer fails. The contract then records a transfer that never happened.",
    recommendation: "Use SafeERC20 (`safeTransfer`, `safeTransferFrom`), or require the result to be true.",
  },
  {
    id: "tx-origin",
    title: "tx.origin is used for authorization",
    impact: "medium",
    confidence: "high",
    explanation:
      "`tx.origin` is the account that signed the transaction, not the caller. If the owner is tricked into calling a malicious contract, that contract can do everything here that the owner can.",
    recommendation: "Check `msg.sender` instead.",
  },
  {
    id: "weak-randomness",
    title: "Predictable or manipulable randomness",
    impact: "high",
    confidence: "medium",
    explanation:
      "Block values are the same for every call in the block: a contract can compute the outcome and play only when it wins, and the block proposer can influence the values.",
    recommendation: "Use a verifiable random function (VRF) from an oracle, or a commit-reveal scheme.",
  },
  {
    id: "timestamp-dependence",
    title: "The outcome depends on an exact block time",
    impact: "low",
    confidence: "medium",
    explanation:
      "The block proposer can shift the time by seconds, so an exact time or a remainder can be hit at will. An exact time may also never occur.",
    recommendation:
      "Compare with >= or <=, over periods of minutes or more, and don't derive randomness from the time.",
  },
  {
    id: "strict-balance",
    title: "A balance must equal an exact amount",
    impact: "medium",
    confidence: "high",
    explanation:
      "Anyone can send ether (through selfdestruct or as a block reward) or tokens to the contract without calling it. One extra wei makes the condition fail forever, or makes it true too early.",
    recommendation: "Compare with >= or <=, or track deposits in your own records.",
  },
  {
    id: "front-running",
    title: "Front-running: others can profit from a pending transaction",
    impact: "medium",
    confidence: "medium",
    explanation:
      "Anyone can see a transaction before it is included in a block and pay to have their own included first: with the same answer, at a changed price, or with a trade that makes this one worse.",
    recommendation:
      "Let users set a minimum to receive or a maximum to pay, and a deadline. For secret answers, use a commit-reveal scheme with the sender in the hash.",
  },
  {
    id: "signature-replay",
    title: "A signature can be reused",
    impact: "high",
    confidence: "medium",
    explanation:
      "Once used, a signature is public. Anyone can submit it again, here or on another chain, unless the signed data includes a nonce (or is marked as used), the chain ID and the contract's address.",
    recommendation:
      "Sign typed data (EIP-712) with a nonce, a deadline and a domain separator, and increment the nonce on use.",
  },
  {
    id: "ecrecover-zero-address",
    title: "ecrecover's zero address is not rejected",
    impact: "medium",
    confidence: "medium",
    explanation:
      "For a malformed signature, `ecrecover` returns address 0. If the expected signer is unset or supplied by the caller, the check passes.",
    recommendation:
      "Require the recovered address to differ from `address(0)`, or use OpenZeppelin's ECDSA.recover, which also rejects malleable signatures.",
  },
  {
    id: "arbitrary-transfer-from",
    title: "Anyone can spend tokens that others approved",
    impact: "high",
    confidence: "medium",
    explanation:
      "The caller chooses which account the tokens are taken from. Anyone can take the tokens of every user who approved this contract.",
    recommendation:
      "Take tokens only from `msg.sender`, or check a signature or an allowance given to the caller.",
  },
  {
    id: "hash-collision",
    title: "Different values can produce the same hash",
    impact: "medium",
    confidence: "high",
    explanation:
      '`abi.encodePacked` joins values of variable length without a separator: ("a", "bc") and ("ab", "c") have the same hash.',
    recommendation: "Use `abi.encode`.",
  },
] as const satisfies readonly CatalogEntry[];
