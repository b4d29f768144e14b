import { INVALID_REQUEST } from "#core/messages.ts";
import { edgeContext, type RequestContext } from "#web/server-context.ts";
import { getTextField } from "./text-field.ts";

/** A form that was sent to a route's action. */
export interface Submission {
  readonly request: Request;
  readonly context: RequestContext;
  readonly form: FormData;
  /** What the form is for: the field `intent`; "" if there is none. */
  readonly intent: string;
  /** What follows a colon in the intent, such as the ID in "pin:42". */
  readonly id: string;
  /** A text field; "" if it's missing or a file. */
  text(name: string): string;
}

/** The arguments of a route's action that are needed to handle its forms. */
export interface ActionArgs {
  readonly request: Request;
  readonly context: RequestContext;
}

type Handlers = Readonly<Record<string, (submission: Submission) => unknown>>;

/**
 * Runs the handler for a form's intent (the part before a colon). Rejects unknown intents. Every action that handles
 * forms calls this.
 */
export function handleIntent<H extends Handlers>(
  { request, context }: ActionArgs,
  handlers: H,
): ReturnType<H[keyof H]> {
  const { form } = context.get(edgeContext);
  if (form === null) throw new Error("Only actions receive form data.");
  const text = (name: string) => getTextField(form, name);
  const intent = text("intent");
  const [name = "", ...rest] = intent.split(":");
  return chooseHandler(handlers, name)({ request, context, form, intent, id: rest.join(":"), text });
}

/** Like `handleIntent`, for a route with only one form, which has no intent. */
export const handleForm = <Result>(args: ActionArgs, handler: (submission: Submission) => Result): Result =>
  handleIntent(args, { "": handler });

/** Returns the handler with this name. Throws a response with status 400 if there is none. */
export function chooseHandler<H extends Handlers>(
  handlers: H,
  name: string,
): (submission: Submission) => ReturnType<H[keyof H]> {
  if (!Object.hasOwn(handlers, name)) throw new Response(INVALID_REQUEST.message, { status: 400 });
  return handlers[name] as (submission: Submission) => ReturnType<H[keyof H]>;
}

/** The bytes of an uploaded file; none if the field is missing or not a file. */
export async function readUpload(form: FormData, name: string): Promise<Uint8Array> {
  const file = form.get(name);
  return file instanceof File ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array();
}
