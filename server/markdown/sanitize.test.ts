import { describe, expect, it } from "vitest";
import { sanitizeRenderedHtml } from "./sanitize.ts";

describe("the sanitizer, as a second line of defense,", () => {
  it.each([
    ["scripts", "<p>a<script>alert(1)</script></p>", "<p>a</p>"],
    ["styles", "<style>p{}</style><p>a</p>", "<p>a</p>"],
    ["handlers", '<p onclick="x" id="y">a</p>', "<p>a</p>"],
    ["javascript: links", '<a href="javascript:x">a</a>', "<a>a</a>"],
    ["javascript: links with a tab", '<a href="java\tscript:x">a</a>', "<a>a</a>"],
    ["protocol-relative links", '<a href="//e.example">a</a>', "<a>a</a>"],
    ["images from elsewhere", '<img src="https://e.example/a" alt="a" />', '<img alt="a" />'],
    ["images outside /storage", '<img src="/storage/../x" alt="a" />', '<img alt="a" />'],
    ["svg", '<svg onload="x"><a href="/x">a</a></svg>', '<a href="/x">a</a>'],
    ["frames and forms", '<iframe src="/x"></iframe><form><input name="a" />b</form>', "b"],
    [
      "links in MathML",
      '<math href="javascript:x"><mi xlink:href="/x">a</mi></math>',
      "<math><mi>a</mi></math>",
    ],
    [
      "maction",
      '<math><maction actiontype="statusline"><mi>a</mi></maction></math>',
      "<math><mi>a</mi></math>",
    ],
    [
      "annotations",
      '<math><annotation-xml encoding="text/html"><mi>a</mi></annotation-xml></math>',
      "<math><mi>a</mi></math>",
    ],
    ["handlers in MathML", '<math><mi onclick="x">a</mi></math>', "<math><mi>a</mi></math>"],
    [
      "CSS positioning",
      '<math><mi style="position:fixed;top:0;color:red">a</mi></math>',
      '<math><mi style="color:red">a</mi></math>',
    ],
    [
      "names that every object inherits",
      '<math><mi style="valueOf:1;__proto__:1" constructor="1">a</mi></math>',
      "<math><mi>a</mi></math>",
    ],
    ["URLs in styles", '<math><mi style="color:url(//e.example)">a</mi></math>', "<math><mi>a</mi></math>"],
    [
      "huge lengths",
      '<math><mspace width="900em" height="-9em"></mspace></math>',
      "<math><mspace></mspace></math>",
    ],
    ["styles on HTML", '<p style="color:red">a</p>', "<p>a</p>"],
    [
      "classes that aren't allowed",
      '<div class="table-scroll toast admin"></div>',
      '<div class="table-scroll"></div>',
    ],
    [
      "roles that aren't allowed",
      '<div role="dialog" aria-label="Sign in"></div>',
      "<div role aria-label></div>",
    ],
    ["comments", "<!-- a --><p>b</p>", "<p>b</p>"],
  ])("removes %s", (_name, html, sanitizedHtml) => {
    expect(sanitizeRenderedHtml(html)).toBe(sanitizedHtml);
  });

  it("doesn't change the parser's output", () => {
    const html =
      '<div class="math-display" tabindex="0"><math display="block" class="tml-display" style="display:block math">' +
      '<mpadded height="+0.5em" voffset="0.5em" width="0.1px" lspace="-0.5width"><mo stretchy="false" lspace="0em">+</mo>' +
      '</mpadded></math></div><a href="https://e.example/?a=1&amp;b" rel="noopener nofollow ugc">&lt;b&gt;</a>';
    expect(sanitizeRenderedHtml(html)).toBe(html);
  });
});
