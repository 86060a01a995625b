import type { TreeChange } from '../../../external/git/build-tree.ts';
import { isSameValue } from '../../../lib/same-value.ts';
import type { FolderSource } from '../../content/docs-folder/docs-folder.ts';
import { docsFolderLimits } from '../../content/docs-folder/limits.ts';
import { parseYaml } from '../../content/docs-folder/parse-yaml.ts';
import { readText } from '../../content/docs-folder/read-text.ts';
import { readVariables } from '../../content/docs-folder/read-variables.ts';
import type { Variables } from '../../content/store/entry.ts';
import { diverged } from '../git-failures.ts';
import { editYaml } from './edit-yaml.ts';

/** The variables of a content, and the file of a repository that is to have them. */
export interface VariablesExport {
  /** The repository as it is; null for an empty one. */
  source: FolderSource | null;
  path: string;
  variables: Variables;
  /** Those that both sides last had; null for none. */
  agreed: Variables | null;
  force: boolean;
}

/**
 * The file of the variables with those of the content; null where it has them. What only the
 * repository changed stays as it is there.
 *
 * @throws JobFailure where both sides changed them
 */
export async function variablesChange({
  source,
  path,
  variables,
  agreed,
  force,
}: VariablesExport): Promise<TreeChange | null> {
  const text = await textAt(source, path);
  const written = text === undefined ? {} : readVariables(parseYaml(text).map).variables;
  if (isSameValue(written, variables)) return null;
  if (text !== undefined && agreed && !force) {
    if (isSameValue(agreed, variables)) return null;
    if (!isSameValue(agreed, written)) throw diverged([path]);
  }
  const gone = Object.keys(written).map((name) => [name, undefined] as const);
  const values = { ...Object.fromEntries(gone), ...variables };
  return { path, bytes: Buffer.from(editYaml(text ?? '', values)) };
}

async function textAt(source: FolderSource | null, path: string): Promise<string | undefined> {
  const file = (await source?.list())?.find((one) => one.path === path);
  if (!source || !file) return undefined;
  const bytesMax = docsFolderLimits.configurationBytesMax;
  return (await readText(source, path, { size: file.size, bytesMax })).text;
}
