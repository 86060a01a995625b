import type { OutlinePage } from './page-outline.ts';
import { relativeLink } from './relative-link.ts';

/** Characters that are markup in link text, or that would begin a nested list. */
const MARKUP = /[\\`*_[\]<>#&!~]|^[-+](?=\s|$)|(?<=^\d+)[.)](?=\s|$)/g;

/**
 * Writes a table of contents. A top-level group becomes a markdown heading, which ends before the
 * next top-level page.
 *
 * @param folder folder of the table of contents, to which paths are relative
 */
export function writeSummary(pages: readonly OutlinePage[], folder: string): string {
  const lines = ['# Table of contents', ''];
  let inGroup = false;
  for (const page of pages) {
    const isGroup = page.path === null && page.href === null;
    if (isGroup) {
      if (lines.at(-1) !== '') lines.push('');
      lines.push(`## ${escaped(page.title)}`, '', ...bullets(page.pages, folder, 0));
    } else {
      if (inGroup) lines.push('', '***', '');
      lines.push(...bullets([page], folder, 0));
    }
    inGroup = isGroup;
  }
  return `${lines.join('\n')}\n`;
}

function bullets(pages: readonly OutlinePage[], folder: string, depth: number): string[] {
  return pages.flatMap((page) => {
    const title = escaped(page.title);
    const address = page.path === null ? null : relativeLink(page.path, folder);
    const target = page.href === null ? address : hrefOf(page.href);
    const text = target === null ? title : `[${title}](${target})`;
    return [`${'  '.repeat(depth)}* ${text}`, ...bullets(page.pages, folder, depth + 1)];
  });
}

function escaped(title: string): string {
  return title.replaceAll(MARKUP, (sign) => `\\${sign}`);
}

/** Escapes the characters of an address that would end or change it. */
function hrefOf(href: string): string {
  return href.replaceAll(/[\\()<>&]/g, (sign) => `\\${sign}`);
}
