import type { APIRequestContext, APIResponse, BrowserContext } from "@playwright/test";
import type { Element } from "domhandler";
import { parseDocument } from "htmlparser2";
import { HtmlElement } from "./html-element.ts";

interface File {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** The text to type into a field, the option or file to choose, or whether to check the box. */
type Input = string | boolean | File;

/**
 * Fetches pages, follows links and sends forms as a browser without JavaScript would, in a twentieth of the time that a
 * browser takes. Shares the cookies of a browser context.
 */
export class PlainPage {
  readonly #context: BrowserContext;
  #response: APIResponse | undefined;
  #html: HtmlElement | undefined;

  constructor(context: BrowserContext) {
    this.#context = context;
  }

  context = (): BrowserContext => this.#context;

  get request(): APIRequestContext {
    return this.#context.request;
  }

  /** Path and query of the current page. */
  get path(): string {
    const { pathname, search } = new URL(this.#url);
    return `${pathname}${search}`;
  }

  get status(): number | undefined {
    return this.#response?.status();
  }

  get html(): HtmlElement {
    if (!this.#html) throw new Error("No page has been opened");
    return this.#html;
  }

  get text(): string {
    return this.html.text;
  }

  /** The HTML as the server sent it. */
  source = "";

  /** The messages that the page shows about what was just done. */
  get notice(): string {
    return this.find("region", "Messages").text;
  }

  find(...query: Parameters<HtmlElement["find"]>): HtmlElement {
    return this.html.find(...query);
  }

  findAll(...query: Parameters<HtmlElement["findAll"]>): HtmlElement[] {
    return this.html.findAll(...query);
  }

  /** Opens a page, following redirects. */
  async goto(path: string): Promise<this> {
    return this.#show(
      await this.request.get(path, this.#response ? { headers: { Referer: this.#url } } : {}),
    );
  }

  /** Follows a link, given by its name or as an element. */
  follow(link: string | HtmlElement): Promise<this> {
    const { href } = new URL(this.#get("link", link).attribute("href") ?? "", this.#url);
    return this.goto(href);
  }

  /**
   * Fills in the fields with these labels or names and sends their form: as if this button were clicked, or, if given
   * the form itself, as if Enter were pressed.
   */
  async submit(buttonOrForm: string | HtmlElement, inputs: Record<string, Input> = {}): Promise<this> {
    const submitter = this.#get("button", buttonOrForm);
    const form = submitter.element.name === "form" ? submitter : submitter.form;
    if (submitter.attribute("disabled") !== undefined) throw new Error(`${submitter.name} is disabled`);
    const values = collectValues(form, submitter, inputs);
    const action = submitter.attribute("formaction") ?? form.attribute("action") ?? "";
    const url = new URL(action, this.#url);
    const method = submitter.attribute("formmethod") ?? form.attribute("method") ?? "get";
    if (method.toLowerCase() === "get") {
      url.search = new URLSearchParams(values.filter(isText)).toString();
      return this.goto(url.href);
    }
    const headers = { Origin: url.origin, Referer: this.#url };
    if (form.attribute("enctype") === "multipart/form-data") {
      const multipart = new FormData();
      for (const [name, value] of values)
        if (typeof value === "string") multipart.append(name, value);
        else
          multipart.append(
            name,
            new Blob([new Uint8Array(value.buffer)], { type: value.mimeType }),
            value.name,
          );
      return this.#show(await this.request.post(url.href, { headers, multipart }));
    }
    return this.#show(
      await this.request.post(url.href, {
        headers: { ...headers, "Content-Type": "application/x-www-form-urlencoded" },
        data: new URLSearchParams(values.filter(isText)).toString(),
      }),
    );
  }

  #get(kind: string, target: string | HtmlElement): HtmlElement {
    return typeof target === "string" ? this.find(kind, target) : target;
  }

  get #url(): string {
    return this.#response?.url() ?? "";
  }

  async #show(response: APIResponse): Promise<this> {
    this.source = await response.text();
    const document = parseDocument(this.source);
    this.#response = response;
    this.#html = new HtmlElement(document as unknown as Element, document);
    return this;
  }
}

const isText = (pair: [string, string | File]): pair is [string, string] => typeof pair[1] === "string";

/**
 * Returns the names and values that a browser would send. Fails where a browser would refuse to send the form.
 * `submitter` is the clicked button, or the form itself.
 */
function collectValues(form: HtmlElement, submitter: HtmlElement, inputs: Record<string, Input>) {
  const fields = form.controls.filter(({ element }) => element.name !== "button");
  const inputByField = new Map<HtmlElement, Input>();
  for (const [key, input] of Object.entries(inputs)) {
    const field = findField(fields, key, input);
    if (field.attribute("disabled") !== undefined) throw new Error(`${key} is disabled`);
    const isRadio = field.attribute("type") === "radio";
    inputByField.set(field, isRadio || input);
    for (const other of isRadio ? fields : [])
      if (other !== field && other.attribute("name") === field.attribute("name"))
        inputByField.set(other, false);
  }
  const isValidated =
    form.attribute("novalidate") === undefined && submitter.attribute("formnovalidate") === undefined;
  const values: [string, string | File][] = [];
  for (const field of fields) {
    const value = readValue(field, inputByField.get(field));
    const isMissing = value === undefined ? field.attribute("type") === "checkbox" : value === "";
    if (isValidated && isMissing && field.attribute("required") !== undefined)
      throw new Error(`${field.name} is required`);
    const name = field.attribute("name");
    if (name && value !== undefined && field.attribute("disabled") === undefined) values.push([name, value]);
  }
  const name = submitter.attribute("name");
  if (name && submitter !== form) values.push([name, submitter.attribute("value") ?? ""]);
  return values;
}

/**
 * Finds a field by its label, by the beginning of its label, or by its name. Of radio buttons with that name, finds the
 * one with the value `input`.
 */
function findField(fields: readonly HtmlElement[], key: string, input: Input): HtmlElement {
  const visibleFields = fields.filter((field) => field.attribute("type") !== "hidden");
  const field =
    visibleFields.find(({ name }) => name === key) ??
    visibleFields.find(({ name }) => name.startsWith(key)) ??
    visibleFields.find(
      (field) =>
        field.attribute("name") === key &&
        (field.attribute("type") !== "radio" || field.attribute("value") === input),
    );
  if (!field) throw new Error(`No field ${key}, only: ${visibleFields.map(({ name }) => name).join(" | ")}`);
  return field;
}

const NO_FILE: File = { name: "", mimeType: "application/octet-stream", buffer: Buffer.alloc(0) };

function readValue(field: HtmlElement, input: Input | undefined): string | File | undefined {
  const type = field.attribute("type");
  if (type === "submit" || type === "button") return undefined;
  if (type === "checkbox" || type === "radio") {
    const isChecked = input ?? field.attribute("checked") !== undefined;
    return isChecked ? (field.attribute("value") ?? "on") : undefined;
  }
  if (type === "file") return typeof input === "object" ? input : NO_FILE;
  if (input === undefined) return field.value;
  if (typeof input !== "string") throw new Error(`${field.name} takes text`);
  if (field.element.name === "select") {
    const option = field
      .findAll("option")
      .find((item) => [item.text, item.attribute("value")].includes(input));
    if (!option) throw new Error(`${field.name} has no option ${input}`);
    return option.attribute("value") ?? option.text;
  }
  const limit = Number(field.attribute("maxlength") ?? Number.POSITIVE_INFINITY);
  if (input.length > limit) throw new Error(`${field.name} takes at most ${limit} characters`);
  return input;
}
