import type { Body, FileEntry, PageEntry, ReusableContentEntry } from '../store/entry.ts';

/** The values of something by the names of its attributes, in the order in which they are shown. */
export type Values = ReadonlyMap<string, unknown>;

/** What an edit of a page changes. Times are no values: they say when, not what. */
export function pageValues(page: PageEntry): Values {
  const { id: _id, createdAt: _first, updatedAt: _last, parent: _parent, ...rest } = page;
  const { position: _position, source: _source, sourceStart: _start, ...entry } = rest;
  const { type, title, slug, description, emoji, icon, layout = {}, variables = {} } = entry;
  // An entry may say of a flag that it is off, or nothing.
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

/** What a move of a page changes: the page above it, and the sort key among its siblings. */
export function placeValues({ parent, position }: PageEntry): Values {
  return withValue({ parent, position });
}

/** What an edit of a reusable content changes. */
export function reusableContentValues(content: ReusableContentEntry): Values {
  const { title, git } = content;
  return withValue({ title, document: documentName(content), git });
}

/** What an edit of a file changes. */
export function fileValues(file: FileEntry): Values {
  const { name, contentType, size, dimensions, path, git } = file;
  return withValue({
    ...{ name, content: file.blob, contentType, size, dimensions },
    ...{ importPath: path, git },
  });
}

/** Names a text: the hash of its source, and where the markdown begins in it. */
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
