declare module "solc" {
  const solc: {
    /** Takes the compiler's standard JSON input, and returns its standard JSON output. */
    compile(input: string): string;
  };
  export default solc;
}
