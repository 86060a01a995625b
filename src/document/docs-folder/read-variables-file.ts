import { posix } from 'node:path';
import { parseYaml } from './parse-yaml.ts';
import { readVariables, type DocsVariables } from './read-variables.ts';
import type { SkipReport } from './skip-report.ts';

/** Path of the variables of the whole content, below the documentation root. */
const VARIABLES_NAME = '.gitbook/vars.yaml';

/**
 * Returns the path of the variables file: in the root, or in the folder if it exists only there.
 */
export function variablesPathOf(
  root: string,
  base: string,
  has: (path: string) => boolean,
): string {
  const paths = [root, base].map((folder) => posix.join(folder, VARIABLES_NAME));
  return paths.find(has) ?? posix.join(root, VARIABLES_NAME);
}

/** Reads the variables of the whole content; undefined without their file. */
export async function readVariablesFile(
  path: string,
  read: (path: string) => Promise<string | undefined>,
  report: SkipReport,
): Promise<DocsVariables | undefined> {
  const text = await read(path);
  if (text === undefined) return undefined;
  const { map, problem } = parseYaml(text);
  if (!map) {
    report.add(path, problem ?? 'not a YAML map');
    return undefined;
  }
  const { variables, problems } = readVariables(map);
  for (const one of problems) report.note(path, one);
  return variables;
}
