import type { Row } from '../../builder.ts';
import type { SpecificationPage } from './documents/specification-pages.ts';

/** File of a version, as stored in its row. */
export interface VersionFile {
  path: string;
  blob: string;
  /** Size in bytes. */
  size: number;
}

/** Page computed from a version, as stored in its row, with the blob of its text. */
export interface VersionPage extends Omit<SpecificationPage, 'markdown'> {
  source: string;
}

export function versionFilesOf({ files }: Pick<Row<'OpenApiSpecVersion'>, 'files'>): VersionFile[] {
  return files as unknown as VersionFile[];
}

export function pagesOf({ pages }: Pick<Row<'OpenApiSpecVersion'>, 'pages'>): VersionPage[] {
  return pages as unknown as VersionPage[];
}
