import { findPackageJSON } from "node:module";
import { dirname } from "node:path";

/** The project's folder. The build moves code to other folders, so code finds files of the project from here. */
export const ROOT = dirname(findPackageJSON("./", import.meta.url) as string);
