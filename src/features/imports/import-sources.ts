import type { WebClient } from '../../external/http/web-client.ts';
import type { ArchiveKind } from './archive/archive-paths.ts';
import { importArchive } from './archive/import-archive.ts';
import { importDocument, importWordDocument } from './documents/import-document.ts';
import { importLimits } from './import-limits.ts';
import { ImportError, type ImportedContent } from './imported-content.ts';
import { ImportRequests } from './import-requests.ts';
import { importWebsite } from './website/import-website.ts';

/** Supported kinds of sources (facts, `source`). */
export const importSources = [
  ...(['website', 'docx', 'markdown', 'html', 'zip'] as const),
  ...(['confluence', 'github-wiki', 'notion', 'google-docs'] as const),
] as const;

export type ImportSource = (typeof importSources)[number];

type Importer = (requests: ImportRequests, address: string) => Promise<ImportedContent>;

const archive =
  (kind: ArchiveKind): Importer =>
  async (requests, address) => {
    const { body } = await requests.get(address, { bytesMax: importLimits.archiveBytes });
    return importArchive(body, { kind, isOver: () => requests.isOver });
  };

const importers: Readonly<Record<ImportSource, Importer>> = {
  website: importWebsite,
  // A wiki is a web site below `/wiki`.
  'github-wiki': importWebsite,
  docx: importWordDocument,
  markdown: (requests, address) => importDocument(requests, address, 'markdown'),
  html: (requests, address) => importDocument(requests, address, 'html'),
  zip: archive('zip'),
  confluence: archive('confluence'),
  notion: archive('notion'),
  'google-docs': (requests, address) => importWordDocument(requests, exportOf(address)),
};

/**
 * Fetches and converts the content at an address.
 *
 * @throws ImportError with a reason that follows the address; WebError for an invalid address
 */
export function fetchContent(
  web: WebClient,
  source: ImportSource,
  address: string,
): Promise<ImportedContent> {
  const requests = new ImportRequests(web, address, importLimits.timeMs);
  return importers[source](requests, address);
}

/** Returns the Word export of a Google document; any other address remains unchanged. */
function exportOf(address: string): string {
  const url = new URL(address);
  const [, id] = /^\/document\/d\/([\w-]+)/.exec(url.pathname) ?? [];
  if (url.hostname !== 'docs.google.com') return address;
  if (id === undefined) throw new ImportError('is not a Google Docs document');
  return `https://docs.google.com/document/d/${id}/export?format=docx`;
}
