import { type AnyNode, type Element, hasChildren, isTag, isText, type ParentNode } from "domhandler";
import { DomUtils } from "htmlparser2";

const TAGS: Record<string, readonly string[]> = {
  banner: ["header"],
  button: ["button"],
  complementary: ["aside"],
  columnheader: ["th"],
  contentinfo: ["footer"],
  field: ["input", "select", "textarea"],
  group: ["fieldset"],
  heading: ["h1", "h2", "h3", "h4", "h5", "h6"],
  link: ["a"],
  list: ["ul", "ol"],
  listitem: ["li"],
  navigation: ["nav"],
  region: ["section"],
  term: ["dt"],
};

const normalize = (text: string) => text.replaceAll(/\s+/g, " ").trim();

/** An accessible name, or a part of the text. */
type NameOrText = string | RegExp | { readonly text: string };

/** An element of a page that was fetched without a browser. */
export class HtmlElement {
  readonly element: Element;
  readonly #root: ParentNode;

  constructor(element: Element, root: ParentNode) {
    this.element = element;
    this.#root = root;
  }

  get text(): string {
    return normalize(collectText(this.element));
  }

  attribute(name: string): string | undefined {
    return this.element.attribs?.[name];
  }

  /** Finds the visible elements of a kind (a role, a tag, a `.class` or an `#id`) with a name or text. */
  findAll(kind: string, nameOrText?: NameOrText): HtmlElement[] {
    return DomUtils.findAll((element) => isOfKind(element, kind) && isExposed(element), this.element.children)
      .map((element) => new HtmlElement(element, this.#root))
      .filter((element) => nameOrText === undefined || isMatch(element, nameOrText));
  }

  /** Finds the first element of a kind with a name or text. Fails if there is none. */
  find(kind: string, nameOrText?: NameOrText): HtmlElement {
    const [first] = this.findAll(kind, nameOrText);
    if (first) return first;
    const names = this.findAll(kind).map(({ name }) => name.slice(0, 60));
    throw new Error(
      `No ${kind} ${nameOrText instanceof RegExp ? nameOrText : JSON.stringify(nameOrText)}, only: ${names.join(" | ")}`,
    );
  }

  /** The accessible name, or the label of a field. */
  get name(): string {
    const { "aria-label": label, "aria-labelledby": ids, id, alt } = this.element.attribs;
    if (label) return label;
    if (ids)
      return ids
        .split(" ")
        .map((labelId) => this.#findById(labelId)?.text ?? "")
        .join(" ");
    if (isOfKind(this.element, "field")) {
      const enclosingLabel = this.#closest("label");
      const linkedLabel = this.#findInRoot((other) => other.name === "label" && other.attribs.for === id);
      return (id && linkedLabel ? linkedLabel : enclosingLabel)?.text ?? this.attribute("placeholder") ?? "";
    }
    if (this.element.name === "fieldset") return this.findAll("legend")[0]?.text ?? "";
    return alt ?? this.text;
  }

  /** A field's value. */
  get value(): string {
    if (this.element.name === "textarea") return DomUtils.textContent(this.element).replace(/^\n/, "");
    if (this.element.name !== "select") return this.attribute("value") ?? "";
    const options = this.findAll("option");
    const selectedOption = options.find((option) => option.attribute("selected") !== undefined) ?? options[0];
    return selectedOption ? (selectedOption.attribute("value") ?? selectedOption.text) : "";
  }

  /** The form that a field or button belongs to. */
  get form(): HtmlElement {
    const id = this.attribute("form");
    const form = id === undefined ? this.#closest("form") : this.#findById(id);
    if (!form) throw new Error(`${this.name} belongs to no form`);
    return form;
  }

  /** The fields and buttons of a form, including those elsewhere on the page. */
  get controls(): HtmlElement[] {
    const id = this.attribute("id");
    const controls = DomUtils.findAll(
      (element) => /^(?:input|select|textarea|button)$/.test(element.name),
      this.#root.children,
    ).map((element) => new HtmlElement(element, this.#root));
    return controls.filter((control) =>
      control.attribute("form") === undefined
        ? control.#closest("form")?.element === this.element
        : control.attribute("form") === id,
    );
  }

  #closest(tag: string): HtmlElement | undefined {
    let current: ParentNode | null = this.element;
    while (current && !(isTag(current) && current.name === tag)) current = current.parent;
    return current ? new HtmlElement(current as Element, this.#root) : undefined;
  }

  #findById(id: string): HtmlElement | undefined {
    return this.#findInRoot((element) => element.attribs.id === id);
  }

  #findInRoot(test: (element: Element) => boolean): HtmlElement | undefined {
    const element = DomUtils.findOne(test, this.#root.children);
    return element ? new HtmlElement(element, this.#root) : undefined;
  }
}

function isMatch({ name, text }: HtmlElement, nameOrText: NameOrText): boolean {
  if (typeof nameOrText === "string") return name === nameOrText;
  return nameOrText instanceof RegExp ? nameOrText.test(name) : text.includes(nameOrText.text);
}

function isOfKind({ name, attribs }: Element, kind: string): boolean {
  if (kind.startsWith("#")) return attribs.id === kind.slice(1);
  if (kind.startsWith(".")) return ` ${attribs.class ?? ""} `.includes(` ${kind.slice(1)} `);
  if (kind === "field" && attribs.type === "hidden") return false;
  if (kind === "link" && attribs.href === undefined) return false;
  return attribs.role === undefined || kind === name
    ? kind === name || TAGS[kind]?.includes(name) === true
    : attribs.role === kind;
}

function isExposed(element: Element): boolean {
  for (let current: ParentNode | null = element; current; current = current.parent)
    if (isTag(current) && (current.attribs.hidden !== undefined || current.name === "template")) return false;
  return true;
}

function collectText(node: AnyNode): string {
  if (isText(node)) return node.data;
  if (!hasChildren(node)) return "";
  if (isTag(node) && /^(?:script|style|template)$/.test(node.name)) return "";
  return node.children.map(collectText).join("");
}
