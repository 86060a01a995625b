import type {
  FileEntry,
  PageEntry,
  Redirects,
  ReusableContentEntry,
  Variables,
} from '../../../src/revisions/store/entry.ts';
import type { PlainContent } from './apply-changes.ts';

/** Content as it is stored. */
export interface EntryContent {
  pages: readonly PageEntry[];
  reusableContents: readonly ReusableContentEntry[];
  files: readonly FileEntry[];
  variables: Variables;
  redirects: Redirects;
}

/** All values of a content, written down apart from the code that compares. */
export function plainContent({
  pages,
  reusableContents,
  files,
  ...content
}: EntryContent): PlainContent {
  return {
    ...structuredClone(content),
    pages: Object.fromEntries(
      pages.map(({ id, createdAt: _first, updatedAt: _last, layout, variables: own, ...entry }) => {
        const { source, sourceStart = 0, ...rest } = entry;
        const body = source && {
          document: sourceStart === 0 ? source : `${source}:${sourceStart}`,
        };
        const flat = {
          ...rest,
          ...body,
          ...prefixed('layout', layout),
          ...prefixed('variables', own),
        };
        const isOff = (name: string, value: unknown) =>
          value === null || (['hidden', 'noIndex'].includes(name) && value === false);
        return [id, Object.fromEntries(Object.entries(flat).filter((pair) => !isOff(...pair)))];
      }),
    ),
    reusableContents: Object.fromEntries(
      reusableContents.map(({ id, title, source, sourceStart, git }) => {
        const document = sourceStart === 0 ? source : `${source}:${sourceStart}`;
        return [id, { title, document, ...(git && { git }) }];
      }),
    ),
    files: Object.fromEntries(
      files.map(({ id, blob, path, ...rest }) => {
        const from = path === undefined ? {} : { importPath: path };
        return [id, { ...rest, content: blob, ...from }];
      }),
    ),
  };
}

function prefixed(name: string, record: object | undefined) {
  return Object.fromEntries(
    Object.entries(record ?? {}).map(([member, value]) => [`${name}.${member}`, value]),
  );
}
