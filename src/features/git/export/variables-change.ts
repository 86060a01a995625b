import type { TreeChange } from '../../../external/git/build-tree.ts';
import { isSameValue } from '../../../lib/same-value.ts';
import type { FolderSource } from '../../../document/docs-folder/docs-folder.ts';
import { docsFolderLimits } from '../../../document/docs-folder/docs-folder-limits.ts';
import { parseYaml } from '../../../document/docs-folder/parse-yaml.ts';
import { readText } from '../../../document/docs-folder/read-text.ts';
import { readVariables } from '../../../document/docs-folder/read-variables.ts';
import type { Variables } from '../../../revisions/store/entry.ts';
import { diverged } from '../git-failures.ts';
import { editYaml } from './edit-yaml.ts';

/** Variables of content, with the repository file for them. */
export interface VariablesExport {
  /** Current repository; null for an empty one. */
  source: FolderSource | null;
  path: string;
  variables: Variables;
  /** Variables at the last sync; null if there was none. */
  lastSynced: Variables | null;
  force: boolean;
}

/**
 * Returns the variables file with the content's values; null if it needs no change. A file that
 * changed only in the repository is kept.
 *
 * @throws JobFailure when both sides changed it
 */
export async function variablesChange({
  source,
  path,
  variables,
  lastSynced,
  force,
}: VariablesExport): Promise<TreeChange | null> {
  const text = await textAt(source, path);
  const written = text === undefined ? {} : readVariables(parseYaml(text).map).variables;
  if (isSameValue(written, variables)) return null;
  if (text !== undefined && lastSynced && !force) {
    if (isSameValue(lastSynced, variables)) return null;
    if (!isSameValue(lastSynced, written)) throw diverged([path]);
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
