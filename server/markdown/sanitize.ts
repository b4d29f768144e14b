/** The second line of defense: whatever the parser outputs, only what is allowed here reaches a page. */
import sanitizeHtml from "sanitize-html";
import { getOwn } from "#core/get-own.ts";
import { buildImageSources } from "#core/storage/image-path.ts";
import { getStorageImagePath, isAllowedHref } from "./links.ts";

type Rule = RegExp | ((value: string) => boolean);

const LOWERCASE_WORDS = /^[a-z]+(?: [a-z]+)*$/;
const BOOLEAN = /^(?:true|false)$/;
const COLOR = /^(?:#[0-9a-f]{3}|#[0-9a-f]{6}|[a-z]{3,24})$/i;

// A formula must not cover content outside its box.
const MAX_BY_UNIT: Record<string, number> = {
  em: 20,
  ex: 40,
  pt: 200,
  px: 270,
  mm: 70,
  cm: 7,
  in: 3,
  "%": 100,
};
const MAX_NEGATIVE_SHARE = 0.15;

/** Whether the value is a CSS or MathML length within limits. It may be relative, such as mpadded's `-0.5width`. */
function isLength(value: string): boolean {
  const match = /^([+-]?)(\d+(?:\.\d+)?|\.\d+)(em|ex|pt|px|mm|cm|in|%|width)?$/.exec(value);
  if (!match) return false;
  const [, sign, digits = "", unit] = match;
  const max = unit === undefined || unit === "width" ? 2 : (MAX_BY_UNIT[unit] ?? 0);
  return Number(digits) <= (sign === "-" && unit !== "width" ? max * MAX_NEGATIVE_SHARE : max);
}

const isLengthList = (value: string) => value.split(" ").every(isLength);

const MATH_ATTRIBUTES: Record<string, Rule> = {
  accent: BOOLEAN,
  accentunder: BOOLEAN,
  columnalign: LOWERCASE_WORDS,
  depth: isLength,
  display: /^block$/,
  displaystyle: BOOLEAN,
  fence: BOOLEAN,
  form: /^(?:prefix|infix|postfix)$/,
  height: isLength,
  largeop: BOOLEAN,
  linebreak: LOWERCASE_WORDS,
  linethickness: isLength,
  lspace: isLength,
  mathbackground: COLOR,
  mathcolor: COLOR,
  mathsize: isLength,
  mathvariant: /^[a-z-]{1,24}$/,
  maxsize: isLength,
  minsize: isLength,
  movablelimits: BOOLEAN,
  notation: LOWERCASE_WORDS,
  rowspacing: isLengthList,
  rspace: isLength,
  scriptlevel: /^[+-]?\d$/,
  separator: BOOLEAN,
  stretchy: BOOLEAN,
  symmetric: BOOLEAN,
  voffset: isLength,
  width: isLength,
};

const BORDER = /^[01](?:\.\d{1,4})?(?:em|px) (?:solid|dashed|double)(?: (?:#[0-9a-f]{3,6}|[a-z]{3,24}))?$/i;

const MATH_STYLES: Record<string, Rule> = {
  border: BORDER,
  "border-bottom": BORDER,
  "border-left": BORDER,
  "border-right": BORDER,
  "border-top": BORDER,
  color: COLOR,
  display: /^(?:block math|flex)$/,
  "font-weight": /^bold$/,
  height: isLength,
  "justify-content": /^center$/,
  "margin-left": isLength,
  "math-depth": /^\d$/,
  padding: isLengthList,
  "padding-bottom": isLength,
  "padding-left": isLength,
  "padding-right": isLength,
  "padding-top": isLength,
  "text-align": /^(?:left|center|right)$/,
  transform: /^scaleX\(-1\)$/,
  width: isLength,
};

const MATH_ELEMENTS = (
  "math menclose merror mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow mspace msqrt " +
  "mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none"
).split(" ");

const MATH_CLASSES = [
  /^(?:tml|wbk|chr|ff|longdiv|phasor|circle)-[a-z0-9-]+$/,
  /^(?:upstrike|downstrike|sout|textcircle|actuarial|special-fraction|prime-pad|mtr-glue)$/,
];

const HTML_ELEMENTS =
  "a blockquote br code div em h2 h3 h4 h5 h6 hr img input li ol p pre s span strong table tbody td th thead tr ul";

function isAllowedValue(rule: Rule | undefined, value: string): boolean {
  return rule instanceof RegExp ? rule.test(value) : rule?.(value) === true;
}

function filterStyle(style: string): string {
  return style
    .split(";")
    .map((declaration) => declaration.split(":").map((part) => part.trim()))
    .filter(
      ([property = "", value = "", ...rest]) =>
        rest.length === 0 && isAllowedValue(getOwn(MATH_STYLES, property), value),
    )
    .map(([property, value]) => `${property}:${value}`)
    .join(";");
}

function filterMathElement(tagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const allowedAttributes: sanitizeHtml.Attributes = {};
  for (const [name, value] of Object.entries(attribs)) {
    if (name === "class") allowedAttributes.class = value;
    else if (name === "style") {
      const style = filterStyle(value);
      if (style) allowedAttributes.style = style;
    } else if (isAllowedValue(getOwn(MATH_ATTRIBUTES, name), value)) allowedAttributes[name] = value;
  }
  return { tagName, attribs: allowedAttributes };
}

function omitAttribute(attribs: sanitizeHtml.Attributes, name: string): sanitizeHtml.Attributes {
  const { [name]: _dropped, ...rest } = attribs;
  return rest;
}

/** Adds the available sizes to an image in this site's storage. Reduces any other image to its alt text. */
function cleanImageAttributes(attribs: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  const { src = "", alt = "", width = "", height = "", loading, fetchpriority, decoding } = attribs;
  if (getStorageImagePath(src) === null) return { alt };
  const isSized = /^[1-9]\d{0,3}$/.test(width) && /^[1-9]\d{0,3}$/.test(height);
  return {
    src,
    alt,
    ...(isSized ? { width, height, ...buildImageSources(src, Number(width)) } : {}),
    ...(loading ? { loading } : {}),
    ...(fetchpriority ? { fetchpriority } : {}),
    ...(decoding ? { decoding } : {}),
  };
}

const RIGHT_TO_LEFT = { name: "dir", values: ["rtl"] };

const htmlOptions = {
  allowedTags: HTML_ELEMENTS.split(" "),
  allowedAttributes: {
    a: ["href", "rel", "title"],
    img: [
      "src",
      "alt",
      "width",
      "height",
      "srcset",
      "sizes",
      { name: "loading", values: ["lazy"] },
      { name: "fetchpriority", values: ["high"] },
      { name: "decoding", values: ["async"] },
    ],
    input: [{ name: "type", values: ["checkbox"] }, "disabled", "checked", "aria-label"],
    ol: ["start", RIGHT_TO_LEFT],
    ul: [RIGHT_TO_LEFT],
    blockquote: [RIGHT_TO_LEFT],
    th: ["scope"],
    div: ["tabindex", { name: "role", values: ["region"] }, { name: "aria-label", values: ["Table"] }],
    span: ["tabindex"],
    pre: ["tabindex", "data-language"],
  },
  allowedClasses: {
    a: ["url"],
    code: ["hljs", /^language-[a-z]+$/, "math-error"],
    div: ["table-scroll", "math-display", "plain-source"],
    li: ["task"],
    pre: ["code-block"],
    span: [
      /^hljs-[a-z_-]+$/,
      /^[a-z]+_{1,2}$/,
      /^language-[a-z]+$/,
      "math-inline",
      "math-display",
      "tml-eqn",
    ],
    td: ["align-left", "align-center", "align-right"],
    th: ["align-left", "align-center", "align-right"],
  },
  allowedSchemes: ["http", "https", "mailto"],
  allowProtocolRelative: false,
  // Styles are filtered by MATH_STYLES, without a CSS parser.
  parseStyleAttributes: false,
  nestingLimit: 150,
  // The only form element allowed is a task's disabled checkbox.
  exclusiveFilter: ({ tag, attribs }: sanitizeHtml.IFrame) =>
    tag === "input" && !(attribs.type === "checkbox" && attribs.disabled !== undefined),
  transformTags: {
    a: (tagName: string, attribs: sanitizeHtml.Attributes) => ({
      tagName,
      attribs: isAllowedHref(attribs.href ?? "") ? attribs : omitAttribute(attribs, "href"),
    }),
    img: (tagName: string, attribs: sanitizeHtml.Attributes) => ({
      tagName,
      attribs: cleanImageAttributes(attribs),
    }),
  },
} satisfies sanitizeHtml.IOptions;

function repeatForMathElements<T>(value: T): Record<string, T> {
  return Object.fromEntries(MATH_ELEMENTS.map((name) => [name, value]));
}

const mathOptions: sanitizeHtml.IOptions = {
  ...htmlOptions,
  allowedTags: [...htmlOptions.allowedTags, ...MATH_ELEMENTS],
  allowedAttributes: {
    ...htmlOptions.allowedAttributes,
    ...repeatForMathElements([...Object.keys(MATH_ATTRIBUTES), "style"]),
  },
  allowedClasses: { ...htmlOptions.allowedClasses, ...repeatForMathElements(MATH_CLASSES) },
  transformTags: { ...htmlOptions.transformTags, ...repeatForMathElements(filterMathElement) },
};

/** Removes everything that isn't allowed. Text in removed elements remains, except in script, style and the like. */
export function sanitizeRenderedHtml(html: string): string {
  // sanitize-html processes its options on each call, so skip MathML's when there is no formula.
  return sanitizeHtml(html, html.includes("<math") ? mathOptions : htmlOptions);
}
