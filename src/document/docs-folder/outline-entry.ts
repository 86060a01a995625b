/**
 * The order and nesting of pages, before their files are read. An entry with neither `path` nor
 * children is dropped; one without `path` is a heading above its pages.
 */
export type OutlineEntry =
  | { kind: 'group'; title: string; children: OutlineEntry[] }
  | { kind: 'page'; title: string; path: string | undefined; children: OutlineEntry[] }
  | { kind: 'link'; title: string; href: string };
