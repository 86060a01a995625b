import type { Body, FileEntry, PageEntry, ReusableContentEntry } from '../store/entry.ts';

/** Values by attribute name, in display order. */
export type Values = ReadonlyMap<string, unknown>;

/** Returns the values that an edit of a page changes. Times do not count. */
export function pageValues(page: PageEntry): Values {
  const { id: _id, createdAt: _first, updatedAt: _last, parent: _parent, ...rest } = page;
  const { position: _position, source: _source, sourceStart: _start, ...entry } = rest;
  const { type, title, slug, description, emoji, icon, layout = {}, variables = {} } = entry;
  // A flag may be false or absent, which is the same.
  const values = Object.entries(entry).filter(([, value]) => value !== false);
  return withValue({
    ...{ type, title, slug, description, emoji, icon },
    document: documentName(page),
    ...Object.fromEntries(values),
    layout: undefined,
    variables: undefined,
    ...membersOf('layout', layout),
    ...membersOf('variables', variables),
  });
}

/** Returns the values that a move of a page changes: its parent and its sort key. */
export function placeValues({ parent, position }: PageEntry): Values {
  return withValue({ parent, position });
}

/** Returns the values that an edit of a reusable content changes. */
export function reusableContentValues(content: ReusableContentEntry): Values {
  const { title, git } = content;
  return withValue({ title, document: documentName(content), git });
}

/** Returns the values that an edit of a file changes. */
export function fileValues(file: FileEntry): Values {
  const { name, contentType, size, dimensions, path, git } = file;
  return withValue({
    ...{ name, content: file.blob, contentType, size, dimensions },
    ...{ importPath: path, git },
  });
}

/**
 * Returns an identifier of a text: the hash of its source, and the offset of the markdown in it.
 */
function documentName({ source, sourceStart = 0 }: Body): string | undefined {
  if (source === undefined || sourceStart === 0) return source;
  return `${source}:${sourceStart}`;
}

function membersOf(name: string, record: object): Record<string, unknown> {
  const members = Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([member, value]) => [`${name}.${member}`, value]));
}

function withValue(values: Record<string, unknown>): Values {
  return new Map(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== null),
  );
}
