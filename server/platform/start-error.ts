/** The reason why the program can't start, with what the operator can do about it. Shown without a stack trace. */
export class StartError extends Error {
  override readonly name: string = "StartError";
}
