/** Says why the program can't start or a command fails, and what to do about it. Shown without a stack trace. */
export class StartError extends Error {
  override readonly name: string = "StartError";
}
