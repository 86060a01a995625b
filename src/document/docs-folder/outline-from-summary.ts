import { posix } from 'node:path';
import type { OutlineEntry } from './outline-entry.ts';
import type { SummaryNode } from './parse-summary.ts';
import type { ResolveTarget } from './create-resolver.ts';
import type { SkipReport } from './skip-report.ts';

/** The inputs of an outline. */
export interface SummaryContext {
  summaryPath: string;
  readmePath: string;
  /** Paths of the page files in the folder. */
  markdown: Set<string>;
  resolve: ResolveTarget;
  report: SkipReport;
}

type PlacingContext = SummaryContext & { placed: Set<string> };

/**
 * Resolves the file of every entry in a table of contents. Reports an entry without a file, and
 * keeps the entries below it under its title. An unlisted README becomes the first page; other
 * unlisted files are skipped and reported.
 */
export function outlineFromSummary(nodes: SummaryNode[], context: SummaryContext): OutlineEntry[] {
  const { summaryPath, readmePath, markdown, report } = context;
  const placed = new Set<string>();
  const outline = placeEntries(nodes, { ...context, placed });
  if (markdown.has(readmePath) && !placed.has(readmePath)) {
    placed.add(readmePath);
    outline.unshift({ kind: 'page', title: '', path: readmePath, children: [] });
  }
  for (const path of markdown) {
    if (!placed.has(path)) report.add(path, `not in ${posix.basename(summaryPath)}`);
  }
  return outline;
}

function placeEntries(nodes: SummaryNode[], context: PlacingContext): OutlineEntry[] {
  return nodes.flatMap((node): OutlineEntry[] => {
    if (node.kind === 'heading') {
      const children = placeEntries(node.children, context);
      return [{ kind: 'group', title: node.title, children }];
    }
    if (node.settings !== undefined) {
      const entry = `the entry "${node.settings}" is omitted`;
      context.report.add(
        context.summaryPath,
        `${entry}: pages that are computed are put in by hand`,
      );
      return placeEntries(node.children, context);
    }
    const link = linkOf(node, context);
    // A link cannot have child pages, so they follow it.
    if (link) return [link, ...placeEntries(node.children, context)];
    const path = placeFile(node, context);
    const children = placeEntries(node.children, context);
    return [{ kind: 'page', title: node.title, path, children }];
  });
}

function linkOf(node: SummaryNode, context: SummaryContext): OutlineEntry | undefined {
  if (node.target === undefined) return undefined;
  const target = context.resolve(node.target, posix.dirname(context.summaryPath));
  if (target.kind !== 'url') return undefined;
  return { kind: 'link', title: node.title || target.href, href: target.href };
}

function placeFile(node: SummaryNode, context: PlacingContext): string | undefined {
  const { summaryPath, report, placed } = context;
  const name = posix.basename(summaryPath);
  if (node.target === undefined) {
    if (node.children.length === 0) {
      report.note(summaryPath, `"${node.title}" names no file and has no pages`);
    }
    return undefined;
  }
  const target = context.resolve(node.target, posix.dirname(summaryPath));
  if (target.kind === 'page') {
    if (placed.has(target.path)) {
      report.note(
        target.path,
        `named in ${name} again as "${node.title}": the first place is kept`,
      );
      return undefined;
    }
    placed.add(target.path);
    return target.path;
  }
  if (target.kind === 'asset') {
    report.note(target.path, `named in ${name} but not a markdown file`);
  } else if (target.kind === 'missing' || target.kind === 'outside') {
    const fault = target.kind === 'missing' ? 'missing' : 'outside of the folder';
    report.add(target.path, `named in ${name} but ${fault}`);
  } else if (target.kind === 'unsafe') {
    report.add(target.href, `named in ${name} but not a web address`);
  } else {
    report.note(summaryPath, `the link of "${node.title}" names no file`);
  }
  return undefined;
}
