declare module "solc" {
  const solc: {
    /** Standard JSON in, standard JSON out. */
    compile(input: string): string;
  };
  export default solc;
}
