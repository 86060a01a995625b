import type { Row } from '../../builder.ts';
import type { ComputedPage } from './documents/computed-pages.ts';

/** A file of a version, as its row has it. */
export interface VersionFile {
  path: string;
  blob: string;
  /** In bytes. */
  size: number;
}

/** A page that is made of a version, as its row has it: with the blob of its text. */
export interface VersionPage extends Omit<ComputedPage, 'markdown'> {
  source: string;
}

export function filesOf({ files }: Pick<Row<'OpenApiSpecVersion'>, 'files'>): VersionFile[] {
  return files as unknown as VersionFile[];
}

export function pagesOf({ pages }: Pick<Row<'OpenApiSpecVersion'>, 'pages'>): VersionPage[] {
  return pages as unknown as VersionPage[];
}
