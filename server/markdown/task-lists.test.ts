import { expect, test } from "vitest";
import { markdownToExcerpt, renderMarkdown } from "./index.ts";

test("a task list shows labeled checkboxes, checked for completed items", () => {
  expect(renderMarkdown("- [ ] to **do**\n- [x] done & gone\n- plain\n\n1. [X] counted")).toBe(
    [
      "<ul>",
      '<li class="task"><input type="checkbox" disabled aria-label="to do" />to <strong>do</strong></li>',
      '<li class="task"><input type="checkbox" disabled checked aria-label="done &amp; gone" />done &amp; gone</li>',
      "<li>plain</li>",
      "</ul>",
      "<ol>",
      '<li class="task"><input type="checkbox" disabled checked aria-label="counted" />counted</li>',
      "</ol>",
      "",
    ].join("\n"),
  );
});

test.each(["[ ] no list", "- [] x", "- [y] x", "- [ ]x", "- `[ ] x`", "- [ ](https://x.test) y", "> [x] y"])(
  "%j isn't a task",
  (source) => {
    expect(renderMarkdown(source)).not.toContain("<input");
  },
);

test("text can't create a checkbox or break out of a checkbox's label", () => {
  const html = renderMarkdown('- [ ] " onclick="x" <input type="text">\n- [x] ');
  expect(html.match(/<input /g)).toHaveLength(1);
  expect(html).toMatch(/<input type="checkbox" disabled aria-label="[^"<>]*" \/>"/);
  expect(renderMarkdown('<input type="checkbox">')).not.toContain("<input");
});

test("an excerpt has the text of tasks without checkboxes", () => {
  expect(markdownToExcerpt("Plan:\n\n- [ ] one\n- [x] two")).toBe("Plan: one two");
});
