import type { DocsReusableContent } from './docs-folder.ts';
import { pageName, titleFromName } from './page-files.ts';
import { readPage, type PagesContext } from './read-pages.ts';

/**
 * Reads the markdown files that pages include. The title comes from the front matter, or else from
 * the file name: a heading is part of the shared text. Reports an unreadable file.
 */
export async function readReusableContents(
  paths: readonly string[],
  context: PagesContext,
): Promise<DocsReusableContent[]> {
  const { reusableContentCountMax: countMax } = context.limits;
  for (const path of paths.slice(countMax)) {
    context.report.add(path, `over the limit of ${countMax} files to include`);
  }
  const contents: DocsReusableContent[] = [];
  for (const path of paths.slice(0, countMax)) {
    const parsed = await readPage(path, context);
    if (!parsed) continue;
    const { frontMatter, markdown } = parsed;
    const title = parsed.title ?? titleFromName(pageName(path, context.root));
    contents.push({ title, path, frontMatter, markdown });
  }
  return contents;
}
