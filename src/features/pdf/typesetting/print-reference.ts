import type {
  Block,
  ContentReference,
  FileReference,
  ReferenceBlock,
} from '../../../document/document-tree.ts';
import { referenceAddress } from '../../../document/reference-addresses.ts';
import { printImage } from './print-images.ts';
import { linkInlines, linkUrl, applyStyle, targetOf, titleOf } from './print-inlines.ts';
import type { PrintBlock, PrintInline } from './print-tree.ts';
import { narrowContext, wordMax, type PrintContext } from './setting.ts';
import { printText } from './text-pieces.ts';

/** Prints a block that refers to something else: its name, and where to find it. */
export function printReference(
  block: Extract<Block, ReferenceBlock>,
  setting: PrintContext,
): PrintBlock[] {
  const text = (content: string) => printText(content, wordMax(narrowContext(setting, 24)));
  const address = (url: string) => [box(linkUrl(url, text(url)))];
  switch (block.type) {
    case 'content-ref':
      return [printLink(block.data.ref, text, setting)];
    case 'file':
      return [box(printFile(block.data.ref, text, setting))];
    case 'drawing':
      return block.data.ref ? [printImage({ ref: block.data.ref }, setting)] : [];
    case 'embed':
      return address(block.data.url);
    case 'swagger':
    case 'openapi-operation':
      return [box(printOperation(block.data.method, text(block.data.path)))];
    case 'openapi-webhook':
      return [box(printOperation(block.data.method, text(block.data.name)))];
    case 'openapi-schemas':
      return [box(printOperation('', text(block.data.schemas.join(', '))))];
    case 'integration':
      return block.data.url === undefined ? [] : address(block.data.url);
    case 'reusable-content':
      return [];
  }
}

function box(body: PrintInline[]): PrintBlock {
  return { kind: 'panel', look: 'reference', keep: true, body: [{ kind: 'paragraph', body }] };
}

/** Prints a link on its own line, with the number of the target page. */
function printLink(
  ref: ContentReference,
  text: (content: string) => PrintInline[],
  setting: PrintContext,
): PrintBlock {
  const body = applyStyle(text(titleOf(ref, setting)), { bold: true });
  const target = targetOf(ref, setting);
  if (target && 'label' in target && body.length > 0) {
    return { kind: 'page-link', label: target.label, body };
  }
  return box(linkInlines(ref, body, setting));
}

function printFile(
  ref: FileReference,
  text: (content: string) => PrintInline[],
  { targets, ...setting }: PrintContext,
): PrintInline[] {
  const target = targets.get(referenceAddress(ref));
  const name = text(titleOf(ref, { ...setting, targets }));
  const size = target?.kind === 'file' ? `  ${sizeText(target.size)}` : '';
  return [...applyStyle(name, { bold: true }), ...text(size)];
}

function sizeText(bytes: number): string {
  const [unit, size] = bytes < 1_000_000 ? ['kB', bytes / 1000] : ['MB', bytes / 1_000_000];
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${unit}`;
}

function printOperation(method: string, path: PrintInline[]): PrintInline[] {
  const verb = method === '' ? [] : [`${method.toUpperCase()} `];
  return [...applyStyle(verb, { mono: true, bold: true }), ...applyStyle(path, { mono: true })];
}
