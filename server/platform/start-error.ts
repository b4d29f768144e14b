/** Why the program cannot start: one sentence that tells the operator what to do, shown without a stack. */
export class StartError extends Error {
  override readonly name: string = "StartError";
}
