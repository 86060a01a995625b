import type { Context } from '../../context.ts';
import { badField, notFound } from '../../errors.ts';
import { kindOfId } from '../../lib/id.ts';
import { loadHead } from '../content/load-head.ts';
import { filesOf, pageTreeOf, reusableContentsOf } from '../content/load-content.ts';
import { contentReaderOf } from '../../revisions/store/content-reader.ts';
import type { Variables } from '../../revisions/store/entry.ts';
import { builtInTemplates } from '../content/templates/built-in-templates.ts';
import { prepareTemplate, type PreparedTemplate } from '../content/templates/prepare-template.ts';
import { readBuiltInTemplate } from '../content/templates/read-built-in-template.ts';
import type { TemplateSource } from '../content/templates/template-content.ts';
import { paramsOf, type TemplateApplication } from '../content/templates/template-params.ts';
import { findSpace } from './space-access.ts';

/** Limits of a space that is used as a template. */
const limits = {
  pages: 500,
  files: 500,
  reusableContents: 200,
  /** Total size of the texts in bytes. */
  textBytes: 2_000_000,
} as const;

/**
 * Loads a template for insertion: a built-in one, or the current primary content of a space. The
 * whole content is read, so the viewer needs a level on that space.
 *
 * @throws NOT_FOUND for a template that does not exist for the viewer, FORBIDDEN without a level on
 *   its space, BAD_USER_INPUT for a space that is too large and for references that it does not
 *   accept
 */
export async function loadTemplate(
  context: Context,
  application: TemplateApplication,
): Promise<PreparedTemplate> {
  const source = await sourceOf(context, application.id);
  return prepareTemplate(source, paramsOf(application), context.now());
}

async function sourceOf(context: Context, id: string): Promise<TemplateSource> {
  const builtIn = builtInTemplates.find((template) => template.id === id);
  if (builtIn) return readBuiltInTemplate(builtIn);
  if (kindOfId(id) !== 'Space') throw notFound('template', id);
  return spaceSourceOf(context, id);
}

async function spaceSourceOf(context: Context, id: string): Promise<TemplateSource> {
  const head = await loadHead(context, await findSpace(context, id, 'access'));
  requireSmall('pages', head.pageCount);
  requireSmall('files', head.fileCount);
  requireSmall('reusableContents', head.reusableContentCount);
  const [tree, files, reusableContents] = await Promise.all([
    pageTreeOf(context, head),
    filesOf(context, head),
    reusableContentsOf(context, head),
  ]);
  const reader = contentReaderOf(context.db);
  return {
    content: {
      pages: [...tree.walk()].map(({ page }) => page),
      ...{ files, reusableContents },
      variables: head.variables as Variables,
    },
    readSources: async (hashes) => {
      const sizes = await reader.blobSizes(hashes);
      requireSmall(
        'textBytes',
        hashes.reduce((sum, hash) => sum + (sizes.get(hash) ?? 0), 0),
      );
      return reader.blobs(hashes);
    },
    fileBlobs: [],
    defaults: new Map(),
  };
}

const nouns = {
  pages: 'pages',
  files: 'files',
  reusableContents: 'reusable contents',
  textBytes: 'bytes of text',
};

function requireSmall(what: keyof typeof limits, count: number): void {
  if (count <= limits[what]) return;
  const problem = `is a space with ${count} ${nouns[what]}: a template has at most ${limits[what]}`;
  throw badField(['input', 'id'], problem);
}
