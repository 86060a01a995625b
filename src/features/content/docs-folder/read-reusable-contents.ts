import type { DocsReusableContent } from './docs-folder.ts';
import { pageName, titleFromName } from './page-files.ts';
import { readPage, type PagesContext } from './read-pages.ts';

/**
 * Reads the markdown files that pages include. The title is that of the front matter, else made of
 * the file's name: a heading is part of what is shared. An unreadable file is reported.
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
