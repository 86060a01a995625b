import type {
  ChangedAttribute,
  ContentDiffEntry,
} from '../../../src/revisions/changes/content-diff-entry.ts';

/**
 * Content as values by attribute: pages, reusable contents and files by id, and values of the whole
 * content.
 */
export interface PlainContent {
  pages: Record<string, Values>;
  reusableContents: Record<string, Values>;
  files: Record<string, Values>;
  variables: Values;
  redirects: Values;
}

type Values = Record<string, unknown>;

/**
 * The content that changes make of another. It knows of a change what its type, its id and its
 * attributes say, and nothing else; a value that is not what the change says it was is refused.
 */
export function applyChanges(
  content: PlainContent,
  changes: readonly ContentDiffEntry[],
): PlainContent {
  const { pages, reusableContents, files, variables, redirects } = content;
  const result: PlainContent = {
    ...{ pages: { ...pages }, reusableContents: { ...reusableContents }, files: { ...files } },
    ...{ variables: { ...variables }, redirects: { ...redirects } },
  };
  for (const change of changes) {
    if (!('id' in change)) {
      const kind = change.type === 'variables_edited' ? 'variables' : 'redirects';
      setValues(result[kind], change.attributes);
      continue;
    }
    const entries = result[kindOf(change)];
    const isThere = Object.hasOwn(entries, change.id);
    if (isThere === change.type.endsWith('created')) throw new Error(`Not possible: ${change.key}`);
    const values = { ...entries[change.id] };
    setValues(values, change.attributes);
    entries[change.id] = values;
    if (!change.type.endsWith('deleted')) continue;
    if (Object.keys(values).length > 0) throw new Error(`Something is left of ${change.id}.`);
    delete entries[change.id];
  }
  return result;
}

function setValues(values: Values, attributes: readonly ChangedAttribute[]): void {
  for (const { name, before, after } of attributes) {
    const known = Object.hasOwn(values, name) ? values[name] : undefined;
    if (JSON.stringify(known) !== JSON.stringify(before)) {
      throw new Error(`${name} was ${JSON.stringify(known)}, not ${JSON.stringify(before)}.`);
    }
    if (after === undefined) delete values[name];
    else values[name] = after;
  }
}

/** What a change is about. */
export function kindOf({
  type,
}: Pick<ContentDiffEntry, 'type'>): 'pages' | 'reusableContents' | 'files' {
  if (type.startsWith('page')) return 'pages';
  return type.startsWith('file') ? 'files' : 'reusableContents';
}
