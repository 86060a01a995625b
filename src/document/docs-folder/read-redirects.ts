import { toSingleLine } from './clean-text.ts';
import type { DocsPage, DocsRedirect } from './docs-folder.ts';
import type { DocsFolderLimits } from './docs-folder-limits.ts';
import type { GitbookConfiguration } from './parse-gitbook-yaml.ts';
import type { ResolveTarget } from './create-resolver.ts';
import type { SkipReport } from './skip-report.ts';

/** Returns the redirects to pages. Reports all others under their targets. */
export function readRedirects(
  { redirects }: GitbookConfiguration,
  context: {
    root: string;
    resolve: ResolveTarget;
    pages: DocsPage[];
    report: SkipReport;
    limits: DocsFolderLimits;
  },
): DocsRedirect[] {
  const { root, resolve, report, limits } = context;
  const pagePaths = new Set(pathsOf(context.pages));
  for (const { source, target } of redirects.slice(limits.redirectCountMax)) {
    report.note(target, `${leftOut(source)}: over ${limits.redirectCountMax} redirects`);
  }
  return redirects.slice(0, limits.redirectCountMax).flatMap(({ source, target }) => {
    const found = resolve(target, root);
    const path = 'path' in found ? found.path : target;
    if (pagePaths.has(path)) return [{ source: toSingleLine(source), path }];
    const fault = found.kind === 'missing' ? 'missing' : 'not a page';
    report.note(path, `${leftOut(source)}: ${fault}`);
    return [];
  });
}

function leftOut(source: string): string {
  return `the redirect from "${toSingleLine(source)}" is omitted`;
}

function pathsOf(pages: DocsPage[]): string[] {
  return pages.flatMap((page) => {
    if (page.type === 'link') return [];
    const below = pathsOf(page.pages);
    return page.type === 'document' && page.path !== undefined ? [page.path, ...below] : below;
  });
}
