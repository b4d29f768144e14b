import type { CatalogEntry } from "./entry.ts";

export const DEFECTS = [
  {
    id: "integer-overflow",
    title: "An arithmetic result can overflow or underflow",
    impact: "high",
    confidence: "medium",
    explanation:
      "Before version 0.8, a value that grows too large wraps around to 0, and one that falls below 0 becomes huge. The caller controls one of the operands here.",
    recommendation: "Compile with version 0.8 or later, use SafeMath, or check the bounds first.",
  },
  {
    id: "unchecked-arithmetic",
    title: "Unchecked arithmetic on a value from the caller",
    impact: "medium",
    confidence: "medium",
    explanation:
      "Inside `unchecked` the result can wrap around, and nothing in this function limits the caller's value.",
    recommendation: "Move the operation out of the `unchecked` block, or check the bounds first.",
  },
  {
    id: "divide-before-multiply",
    title: "Division before multiplication",
    impact: "low",
    confidence: "medium",
    explanation:
      "Integer division drops the remainder, and the multiplication magnifies the loss. For small amounts, the result can be 0.",
    recommendation: "Multiply first, then divide.",
  },
  {
    id: "locked-ether",
    title: "Ether can be received but never withdrawn",
    impact: "medium",
    confidence: "high",
    explanation:
      "The contract accepts ether, but none of its functions sends any, so whatever is paid in is lost.",
    recommendation: "Add a restricted withdrawal function, or remove `payable`.",
  },
  {
    id: "msg-value-in-loop",
    title: "msg.value is counted again in every iteration",
    impact: "high",
    confidence: "medium",
    explanation:
      "`msg.value` stays the same however often it is read, so a single payment is credited or accepted once per iteration.",
    recommendation: "Add up the required amount and compare it with `msg.value` once, outside the loop.",
  },
  {
    id: "unbounded-loop",
    title: "Unbounded loop: the number of iterations depends on a growing array or on the caller",
    impact: "low",
    confidence: "medium",
    explanation:
      "Each iteration costs gas. Once an array is long enough, or a caller asks for enough iterations, the loop needs more gas than fits in a block, and the function stops working.",
    recommendation:
      "Let users withdraw their own share, process the array in batches, or limit the number of iterations.",
  },
  {
    id: "calls-in-loop",
    title: "Other contracts are called in a loop",
    impact: "low",
    confidence: "medium",
    explanation: "One receiver that reverts or uses a lot of gas blocks the function for all the others.",
    recommendation: "Let users withdraw their own funds, or continue when one call fails.",
  },
  {
    id: "wrong-constructor",
    title: "A function that was probably meant to be the constructor",
    impact: "high",
    confidence: "high",
    explanation:
      "Its name is `constructor` or resembles the contract's, but the compiler doesn't treat it as the constructor, so anyone can call it at any time.",
    recommendation: "Write `constructor(…)`.",
  },
  {
    id: "default-visibility",
    title: "A function without a visibility specifier",
    impact: "medium",
    confidence: "high",
    explanation:
      "Before version 0.5, a function without a visibility specifier is public: anyone can call it, even if it was meant to be internal.",
    recommendation: "Declare it `external`, `public`, `internal` or `private`.",
  },
  {
    id: "uninitialized-storage",
    title: "An uninitialized storage pointer",
    impact: "high",
    confidence: "high",
    explanation:
      "In old compiler versions, an uninitialized struct or array points to slot 0, so writing to it overwrites the contract's first variables, often the owner.",
    recommendation: "Use `memory`, or assign the storage it should point to.",
  },
  {
    id: "shadowed-state",
    title: "Two state variables with the same name",
    impact: "medium",
    confidence: "high",
    explanation:
      "The base contract's functions use one, this contract's functions the other. A check in the base contract may read a variable that is never set.",
    recommendation: "Rename one, or use the base contract's variable.",
  },
  {
    id: "shadowed-name",
    title: "A local name shadows a state variable",
    impact: "low",
    confidence: "high",
    explanation:
      "Inside the function, the name refers to the local variable, but a reader may take it for the state variable.",
    recommendation: "Rename one of them.",
  },
  {
    id: "outdated-compiler",
    title: "A compiler older than 0.8",
    impact: "low",
    confidence: "high",
    explanation: "Older compilers don't check arithmetic and have known bugs that have since been fixed.",
    recommendation: "Upgrade to a current 0.8 version.",
  },
  {
    id: "floating-pragma",
    title: "The compiler version is not pinned",
    impact: "informational",
    confidence: "high",
    explanation: "The contract may be deployed with a different compiler version than it was tested with.",
    recommendation: "Pin one version: `pragma solidity 0.8.26;`. Libraries may leave it open.",
  },
  {
    id: "missing-pragma",
    title: "No compiler version is specified",
    impact: "informational",
    confidence: "high",
    explanation:
      "Nothing says which version of the language this is, and the same code means different things to old and new compilers.",
    recommendation: "Start with `pragma solidity` and one version.",
  },
  {
    id: "hidden-characters",
    title: "Hidden characters change how the code looks",
    impact: "high",
    confidence: "high",
    explanation:
      "Bidirectional or zero-width characters show a reader different code from what the compiler sees.",
    recommendation: "Remove them; most editors can show them.",
  },
  {
    id: "missing-zero-check",
    title: "An address is set without a check for the zero address",
    impact: "low",
    confidence: "medium",
    explanation:
      "If the caller forgets the argument, the address is often 0. An owner with that address can never be replaced, and anything sent to it is lost.",
    recommendation:
      "Check it first. For example, if the parameter is named `to`: `require(to != address(0))`.",
  },
  {
    id: "missing-event",
    title: "Control of the contract changes without an event",
    impact: "low",
    confidence: "high",
    explanation: "Anyone monitoring the contract misses the change.",
    recommendation: "Emit an event with the old and the new address.",
  },
  {
    id: "hardcoded-gas",
    title: "A call with a fixed amount of gas",
    impact: "low",
    confidence: "high",
    explanation: "Gas costs change with network upgrades, so what is enough today may not be tomorrow.",
    recommendation: "Don't set a fixed amount; guard against reentrancy instead.",
  },
  {
    id: "approve-race",
    title: "An allowance can be spent before it is replaced",
    impact: "informational",
    confidence: "high",
    explanation:
      "If an owner changes an allowance from 5 to 3, the spender can spend both by getting a transaction in first. This is a known weakness of ERC-20.",
    recommendation:
      "Offer `increaseAllowance` and `decreaseAllowance` or permits, or ask users to set the allowance to 0 first.",
  },
  {
    id: "assembly",
    title: "Inline assembly",
    impact: "informational",
    confidence: "high",
    explanation: "Assembly bypasses the language's checks, and this scanner doesn't analyze it.",
    recommendation: "Review it manually.",
  },
  {
    id: "deprecated",
    title: "A feature removed from newer versions",
    impact: "informational",
    confidence: "high",
    explanation:
      "`suicide`, `throw`, `sha3`, `callcode`, `now` and similar features have been renamed or removed.",
    recommendation: "Use `selfdestruct`, `revert`, `keccak256`, `delegatecall`, `block.timestamp`.",
  },
] as const satisfies readonly CatalogEntry[];
