import { describe, expect, test } from "vitest";
import { parseUntrustedXml } from "./parse-untrusted-xml.ts";

test.each([
  [
    "an XML declaration and character data",
    '<?xml version="1.0"?>\n<a x="1"><![CDATA[<b>]]> &amp; &#65;</a>',
  ],
  ["600 values with three attributes each", `<a>${'<b c="" d="" e=""></b>'.repeat(600)}</a>`],
  ["600 values with equals signs", `<a>${"<b>CN=a,OU=b,DC=c,DC=d</b>".repeat(600)}</a>`],
])("%s is parsed", (_what, xml) => {
  expect(parseUntrustedXml(xml).documentElement.tagName).toBe("a");
});

describe("XML is refused that has", () => {
  test.each([
    ["too many characters", `<a>${" ".repeat(262_144)}</a>`],
    ["too many elements", `<a>${"<b/>".repeat(1_500)}</a>`],
    ["too many attributes", `<a ${Array.from({ length: 2_001 }, (_, index) => `a${index}=""`).join(" ")}/>`],
    [
      "too many attributes with spaces",
      `<a ${Array.from({ length: 2_001 }, (_, i) => `a${i} =\n ''`).join(" ")}/>`,
    ],
    ["too many namespaces", `<a ${Array.from({ length: 2_001 }, (_, i) => `xmlns:a${i}="b"`).join(" ")}/>`],
    ["a comment", "<a><!-- --></a>"],
    ["an unclosed comment", "<a><!-- </a>"],
    ["a document type", '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
    ["an entity that isn't declared", "<a>&b;</a>"],
    ["a processing instruction", "<a><?b?></a>"],
    ["an unclosed processing instruction", '<?xml version="1.0"?><a><?b</a>'],
    ["an attribute without a value", "<a b/>"],
    ["an attribute without quotes", "<a b=c/>"],
    ["a repeated attribute", '<a b="" b=""/>'],
    ["an unclosed element", "<a><b></a>"],
    ["a < in text", "<a><<</a>"],
  ])("%s", (_what, xml) => {
    expect(() => parseUntrustedXml(xml)).toThrow(
      expect.objectContaining({ code: "saml_assertion_rejected" }),
    );
  });
});
