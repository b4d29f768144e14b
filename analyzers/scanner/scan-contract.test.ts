import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CONFIDENCE_LEVELS, IMPACT_LEVELS } from "#core/ai/analysis.ts";
import { INPUT_LIMIT } from "#core/ai/limits.ts";
import { readContracts } from "./measure.fixture.ts";
import { DETECTORS, scanContract } from "./scan-contract.ts";

const VAULT = `// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

contract Vault {
    mapping(address => uint256) public balances;

    function deposit() external payable {
        balances[msg.sender] += msg.value;
    }

    function withdraw() external {
        (bool ok, ) = msg.sender.call{value: balances[msg.sender]}("");
        require(ok);
        balances[msg.sender] = 0;
    }
}
`;

describe("findings", () => {
  test("say what is wrong and where", () => {
    const { findings, findingCounts } = scanContract(VAULT);
    const [finding] = findings;
    expect(findingCounts).toBeUndefined();
    expect(finding).toMatchObject({
      detector: "reentrancy",
      impact: "high",
      confidence: "high",
      line: 12,
      column: 23,
      code: '(bool ok, ) = msg.sender.call{value: balances[msg.sender]}("");',
      contract: "Vault",
      function: "withdraw",
      explanation: expect.stringContaining("Updated after this call: `balances`."),
    });
  });

  test("have stable IDs when lines, whitespace and comments are added", () => {
    const changedVault = VAULT.replace("contract Vault", "/* new */\n\nevent Free(uint a);\n\ncontract Vault")
      .replace("function withdraw() external {", "function withdraw() external {\n\n        // pays")
      .replace("call{value: ", "call{ value : ");
    const listIds = (source: string) => scanContract(source).findings.map(({ id }) => id);
    expect(listIds(changedVault)).toEqual(listIds(VAULT));
    expect(scanContract(changedVault).findings[0]?.line).toBeGreaterThan(12);
  });

  test("have stable IDs when another loop without braces is added above, and when a loop's body changes", () => {
    const listIds = (...loops: string[]) =>
      scanContract(
        `contract A { uint s; function f(uint n, uint m) external { ${loops.join(" ")} } }`,
      ).findings.flatMap(({ detector, id }) => (detector === "unbounded-loop" ? id : []));
    const [id = ""] = listIds("for (uint i; i < n; i++) s += i;");
    expect(listIds("for (uint i; i < m; i++) s += i;", "for (uint i; i < n; i++) s += i;")).toEqual([
      expect.not.stringMatching(id),
      id,
    ]);
    expect(listIds("for (uint i; i < n; i++) s += 2 * i;")).toEqual([id]);
    expect(listIds("for (uint i; i < n; i++) { s += i; }")).toEqual([id]);
    expect(listIds("while (s < n) s += m;")).not.toEqual(listIds("while (s < m) s += m;"));
  });

  test("for code that occurs twice in a function have different IDs", () => {
    const source = "contract A { function f(address a) external { a.call(''); a.call(''); } }";
    const ids = scanContract(source).findings.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => id.startsWith("unchecked-call-"))).toHaveLength(2);
  });

  test("are sorted by severity, and each has a known detector, a known confidence and a unique ID", () => {
    for (const { name, source } of readContracts()) {
      const { findings, tool } = scanContract(source);
      const ranks = findings.map(({ impact }) => IMPACT_LEVELS.indexOf(impact));
      expect([name, tool, ...ranks]).toEqual([name, "scanner", ...ranks.toSorted()]);
      for (const { confidence, detector } of findings) {
        expect(CONFIDENCE_LEVELS).toContain(confidence);
        expect(DETECTORS.map(({ id }) => id)).toContain(detector);
      }
      expect(new Set(findings.map(({ id }) => id)).size).toBe(findings.length);
    }
  });

  test("are limited in number, and the answer says so and counts all of them", () => {
    const { findings, findingCounts, markdown } = scanContract(
      `contract A { function f(address a) external { ${"a.call('');".repeat(900)} } }`,
    );
    expect(findings).toHaveLength(200);
    expect(findingCounts).toEqual({ high: 0, medium: 900, low: 0, informational: 1 });
    expect(markdown).toMatch(/^\*\*901 findings in `A`: 900 with medium impact, 1 informational\.\*\*/);
    expect(markdown).toContain("901 findings in total; the 200 most severe are shown.");
    // This check did find something, although the finding isn't shown.
    expect(markdown).not.toContain("No compiler version is specified");
    expect(markdown).toContain("- The result of a low-level call is not checked (medium), line 1");
    expect(markdown.length).toBeLessThan(60_000);
  });
});

describe("the answer", () => {
  test("has a verdict, the findings, basic checks, what was not found and the scan's limitations", () => {
    const { markdown } = scanContract(VAULT);
    expect(markdown).toMatch(/^\*\*1 finding in `Vault`: 1 with high impact\.\*\*/);
    expect(markdown).toContain("High impact, high confidence, line 12 in `Vault.withdraw`.");
    expect(markdown).toContain("**What to do:** Update all state before the call");
    expect(markdown).toContain("- **Compiler:** `0.8.26`");
    expect(markdown).toContain("- **License:** MIT");
    expect(markdown).toContain("`Vault.deposit` (line 7), `Vault.withdraw` (line 11)");
    expect(markdown).toContain("### Checks without findings");
    expect(markdown).toContain("\n- tx.origin is used for authorization\n");
    expect(markdown).toContain("**A scan without findings doesn't mean the contract is safe.**");
  });

  test("never calls a contract safe", () => {
    const { markdown, findings } = scanContract(
      "// SPDX-License-Identifier: MIT\npragma solidity 0.8.26;\ncontract A {}",
    );
    expect(findings).toEqual([]);
    expect(markdown).toMatch(/^\*\*Nothing found in `A`\. That doesn't mean it's safe:\*\*/);
  });

  test("escapes the code at a syntax error", () => {
    const { markdown } = scanContract('contract A { uint x = 1 "[a](https://a.example)`b`"; }');
    expect(markdown).toContain("Unexpected `\"[a](https://a.example)'b'\"`");
  });

  test("quotes code that contains a code fence in a longer fence", () => {
    const { markdown } = scanContract(
      'contract A { function f(address a) external { a.call("```\\n# Safe"); } }',
    );
    expect(markdown).toContain("````solidity\n");
  });
});

describe("input", () => {
  test("can be in Markdown; line numbers refer to the input", () => {
    const { findings, markdown } = scanContract(
      `# Review this\n\nIt's mine:\n\n\`\`\`solidity\n${VAULT}\`\`\`\n\nThanks {`,
    );
    expect(findings[0]?.line).toBe(17);
    expect(markdown).toContain("`Vault`");
  });

  test("can be surrounded by prose, which is reported", () => {
    const { findings, markdown } = scanContract(`Please check:\n${VAULT}\nIs it fine? It's urgent.`);
    expect(findings[0]?.detector).toBe("reentrancy");
    expect(markdown).toContain("Not recognized as Solidity: line 1, line 19.");
  });

  test("can be a single function", () => {
    const { findings } = scanContract(
      "function f(address a) public { require(tx.origin == owner); a.call(''); }",
    );
    expect(findings.map(({ detector, contract }) => [detector, contract])).toEqual([
      ["tx-origin", null],
      ["unchecked-call", null],
    ]);
  });

  test("with a contract that inherits from another one gets each finding only once", () => {
    const { findings } = scanContract(
      `${VAULT}\ncontract Child is Vault { function f() external { require(tx.origin == address(1)); } }`,
    );
    expect(findings.map(({ contract, detector }) => [contract, detector])).toEqual([
      ["Vault", "reentrancy"],
      ["Child", "tx-origin"],
    ]);
  });

  test("with a syntax error is answered with the faulty line and a mark below the error", () => {
    const { findings, markdown } = scanContract(VAULT.replace("require(ok);", "require(ok;"));
    expect(findings).toEqual([]);
    expect(markdown).toContain("**Syntax error on line 13, column 19.** Unexpected `;`");
    expect(markdown).toContain("        require(ok;\n                  ^");
  });

  test("nested too deeply is called too complex, not wrong", () => {
    const { markdown } = scanContract(
      VAULT.replace("require(ok);", `require(${"(".repeat(30)}ok${")".repeat(30)});`),
    );
    expect(markdown).toContain("**Too complex to scan: line 13, column ");
    expect(markdown).not.toContain("Syntax error");
  });

  test.each([
    ["Vyper", "# @version 0.3.10\n@external\ndef f():\n    pass"],
    ["bytecode", `0x6080604052${"60016002".repeat(20)}`],
    ["Rust", "use anchor_lang::prelude::*;\npub fn f() {}"],
    ["compiler output (JSON)", '[{"inputs":[],"stateMutability":"view","type":"function"}]'],
    ["plain text", "Is this contract safe?"],
    ["empty input", "  \n"],
  ])("identified as %s isn't scanned", (description, source) => {
    const { markdown, findings } = scanContract(source);
    expect(markdown).toContain("There is no Solidity here to scan.");
    expect(markdown).toContain(description);
    expect(findings).toEqual([]);
  });

  test("longer than the limit is not scanned", () => {
    expect(scanContract(" ".repeat(INPUT_LIMIT + 1)).markdown).toContain("60,001 characters");
  });

  test("can call functions with the names of properties that every JavaScript object has", () => {
    const names = ["toString", "constructor", "hasOwnProperty", "__proto__", "valueOf"];
    const calls = names.map((name) => `x.${name}(1); ${name}(2); this.${name}(3);`).join(" ");
    expect(scanContract(`contract A { X x; function f() public { ${calls} } }`).markdown).toContain(
      "## Basic checks",
    );
  });

  test("can have a check that calls itself", () => {
    const { markdown } = scanContract(
      "contract A { function f() public { require(g(1)); } function g(uint n) internal returns (bool) { return g(n - 1) || (n > 2 && h()); } function h() internal returns (bool) { return g(1); } }",
    );
    expect(markdown).toContain("## Basic checks");
  });

  test.each([
    ["functions that call each other", (n: number) => `function f${n}() public { f${n + 1}(); v = 1; }`],
    ["functions with the same name", () => "function f() public { f(); f(); }"],
    [
      "calls and writes",
      (n: number) => `function f${n}() public { v = v + 1; msg.sender.call{value: v}(""); v = 2; }`,
    ],
    [
      "signatures and chains of calls",
      (n: number) =>
        `function f${n}(bytes32 hash) public { ${`f${n + 1}(hash); `.repeat(30)} ecrecover(hash, 1, hash, hash); }`,
    ],
    [
      "sums of values from callers",
      (n: number) =>
        `function f${n}(uint a, uint b) public { uint c = ${"a + b + ".repeat(60)} a; uint d = ${"c + ".repeat(60)} c; v = d * v; }`,
    ],
    [
      "modifiers",
      (n: number) => `modifier m${n}() { require(v == 1); _; } function f${n}() public m${n} { v = 2; }`,
    ],
  ])("full of %s up to the limit is answered", (_, write) => {
    let source = "contract A { uint v; ";
    for (let n = 0; source.length + write(n).length < INPUT_LIMIT - 2; n += 1) source += write(n);
    expect(scanContract(`${source} }`).markdown).toContain("## Basic checks");
  });

  test("of any kind gets an answer", () => {
    const sources = readContracts().map(({ source }) => source);
    const splicedSources = fc
      .tuple(fc.constantFrom(...sources), fc.constantFrom(...sources), fc.nat(2_000), fc.nat(2_000))
      .map(([a, b, from, to]) => a.slice(0, from) + b.slice(to));
    fc.assert(
      fc.property(fc.oneof(splicedSources, fc.string()), (source) => {
        expect(scanContract(source).markdown).not.toBe("");
      }),
      { numRuns: 60, seed: 7 },
    );
  });
});
