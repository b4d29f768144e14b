import { type Copy, DockerfileParser } from "dockerfile-ast";

export interface DockerfileStep {
  /** The instruction, such as RUN or COPY. */
  readonly keyword: string;
  /** Flags such as --from=build, without the dashes. */
  readonly flags: Readonly<Record<string, string>>;
  /** Everything after the flags, without comments or line breaks. */
  readonly text: string;
  /** The arguments. In the file, they are a JSON array or separated by spaces. */
  readonly args: readonly string[];
}

export interface DockerfileStage {
  readonly name: string | null;
  readonly image: string;
  readonly steps: readonly DockerfileStep[];
}

export function parseDockerfile(content: string): DockerfileStage[] {
  const stages: { name: string | null; image: string; steps: DockerfileStep[] }[] = [];
  for (const instruction of DockerfileParser.parse(content).getInstructions()) {
    const keyword = instruction.getKeyword();
    const text = joinLines(instruction.getRawArgumentsContent() ?? "");
    if (keyword === "FROM") {
      const [image = "", , name = null] = text.split(/\s+/);
      stages.push({ image, name, steps: [] });
      continue;
    }
    const flags = (instruction as Copy).getFlags?.() ?? [];
    stages.at(-1)?.steps.push({
      keyword,
      flags: Object.fromEntries(flags.map((flag) => [flag.getName(), flag.getValue() ?? ""])),
      text,
      args: text.startsWith("[") ? (JSON.parse(text) as string[]) : text.split(/\s+/),
    });
  }
  return stages;
}

const joinLines = (text: string) =>
  text
    .split("\n")
    .filter((line) => !/^\s*#/.test(line))
    .join("\n")
    .replace(/\\\n\s*/g, " ");
