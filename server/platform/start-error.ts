/** Why the program can't start: one sentence that tells the operator what to do, shown without a stack trace. */
export class StartError extends Error {
  override readonly name: string = "StartError";
}
