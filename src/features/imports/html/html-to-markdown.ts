import { toMdast } from 'hast-util-to-mdast';
import { truncate } from '../../../lib/truncate.ts';
import { toSingleLine } from '../../../document/docs-folder/clean-text.ts';
import { formatBytes } from '../../../document/docs-folder/docs-folder-limits.ts';
import { contentLimits } from '../../../revisions/content-limits.ts';
import { importLimits } from '../import-limits.ts';
import type { Refusal } from '../refusal.ts';
import { cleanContent, imagesIn, linksIn } from './clean-content.ts';
import { linksInCode } from './code-handlers.ts';
import { dialectHandlers } from './dialect-handlers.ts';
import { takeEmbeddedImages, type EmbeddedImages } from './embedded-images.ts';
import { plainMarkup } from './export-markup.ts';
import type { HastParent } from './hast.ts';
import { mainContent } from './main-content.ts';
import { writtenMarkdown } from './markdown-text.ts';
import { assignHeadingIds } from './assign-heading-ids.ts';
import { keepPlainNotes } from './note-handlers.ts';
import { HtmlExcessError, parsePage } from './parse-page.ts';
import { readPageHead, takeTitle } from './page-head.ts';
import { requireSmallTables } from './require-small-tables.ts';
import { replaceMedia } from './replace-media.ts';

export interface HtmlPage {
  html: string;
  /**
   * Address of the page, which makes relative addresses absolute. If absent, they stay relative.
   */
  address?: string;
}

/** Page as markdown, with its metadata. */
export interface ConvertedHtml extends EmbeddedImages {
  title: string | undefined;
  description: string | undefined;
  /** Markdown in the dialect of pages. */
  markdown: string;
  /** Addresses of the links of the whole page, menus included, and of the images in its text. */
  links: string[];
  images: string[];
}

/** Number of leading characters that are checked for binary data, as in browsers. */
const SNIFFED_MAX = 1445;

/** Converts the text of a web page to markdown. Never throws because of the page's content. */
export function htmlToMarkdown(page: HtmlPage): ConvertedHtml | Refusal {
  try {
    return convertHtml(page);
  } catch (error) {
    if (!(error instanceof HtmlExcessError)) throw error;
    return { refusal: error.message };
  }
}

function convertHtml({ html, address }: HtmlPage): ConvertedHtml | Refusal {
  if (html.slice(0, SNIFFED_MAX).includes('\0')) return { refusal: 'is not text' };
  const parsed = parsePage(html);
  const head = readPageHead(parsed.root, address === undefined ? undefined : new URL(address));
  const links = head.nofollow ? [] : linksIn(parsed.root, head.base);
  const content = mainContent(parsed);
  plainMarkup(content);
  keepPlainNotes(content);
  cleanContent(content, head.base);
  assignHeadingIds(content);
  const unshown = replaceMedia(content);
  const { embedded, skipped } = takeEmbeddedImages(content);
  requireSmallTables(content);
  const title = takeTitle(content, head);
  const markdown = markdownOf(content);
  if (Buffer.byteLength(markdown) > importLimits.pageBytes) {
    return { refusal: `is larger than ${formatBytes(importLimits.pageBytes)} as markdown` };
  }
  return {
    title: lineOf(title, contentLimits.titleLengthMax),
    description: lineOf(head.description, contentLimits.descriptionLengthMax),
    markdown,
    links,
    images: imagesIn(content),
    embedded,
    skipped: [...skipped, ...unshown, ...linksInCode(content)],
  };
}

/** Limits metadata of a page to one line of limited length. */
function lineOf(text: string | undefined, lengthMax: number): string | undefined {
  return text === undefined ? undefined : truncate(toSingleLine(text), lengthMax);
}

function markdownOf(content: HastParent): string {
  const tree = { type: 'root', children: content.children } as const;
  return writtenMarkdown(toMdast(tree, { document: true, handlers: dialectHandlers }));
}
