import type { ConversionContext } from './content-references.ts';
import {
  createBlock,
  createParagraph,
  createText,
  createTitleParagraph,
} from './document-nodes.ts';
import type { Block, CodeBlock, HintStyle } from './document-tree.ts';
import { fitBlocks, wrapBlocks } from './fit-blocks.ts';
import { convertColumns, convertExpandable, convertStepper, convertTabs } from './panel-blocks.ts';
import { convertReferenceTag } from './reference-tags.ts';
import type { ConvertBlocks, SourceBlock } from './source-tree.ts';
import { isKnownTag, isStandaloneTag } from './tag-syntax.ts';
import type { Tag } from './tag-syntax.ts';
import { convertUnknownTag } from './unknown-tags.ts';

/** Converts a tag with its content. A tag that lacks a required partner becomes text. */
export function convertTag(
  block: SourceBlock,
  convertBlocks: ConvertBlocks,
  context: ConversionContext,
): Block[] {
  const { tag, children } = block;
  if (!tag) return [];
  if (!isKnownTag(tag.name)) {
    return [convertUnknownTag(tag, tag.paired ? convertBlocks(children) : undefined, context)];
  }
  if (!tag.paired && (tag.kind === 'close' || !isStandaloneTag(tag.name))) return [sourceText(tag)];
  switch (tag.name) {
    case 'hint':
      return convertHint(tag, convertBlocks(children), context);
    case 'tabs':
      return convertTabs(block, convertBlocks, context);
    case 'stepper':
      return convertStepper(block, convertBlocks, context);
    case 'columns':
      return convertColumns(block, convertBlocks, context);
    case 'details':
      return [convertExpandable(children, convertBlocks, context)];
    case 'tab':
      return titled(tag.attributes.title, convertBlocks(children));
    case 'code':
      return withCodeData(convertBlocks(children), tag);
    case 'if':
      return [convertIf(tag, convertBlocks(children), context)];
    case 'step':
    case 'column':
    case 'swagger-description':
      return convertBlocks(children);
    default:
      return convertReferenceTag(tag, convertBlocks(children), context);
  }
}

function sourceText({ source }: Tag): Block {
  return createParagraph([createText(source)]);
}

function titled(title: string | undefined, blocks: Block[]): Block[] {
  return title ? [createTitleParagraph(title), ...blocks] : blocks;
}

/** The expression is kept as written; problems are found when it is evaluated. */
function convertIf({ rest }: Tag, content: Block[], context: ConversionContext): Block {
  const nodes = fitBlocks('document', content, context);
  return createBlock(
    'if',
    { expression: rest.replace(/\s+/g, ' ') },
    nodes.length > 0 ? nodes : [createParagraph([])],
  );
}

function convertHint({ attributes }: Tag, content: Block[], context: ConversionContext): Block[] {
  const style = hintStyle(attributes.style);
  return wrapBlocks('hint', content, context, (nodes) => createBlock('hint', { style }, nodes));
}

function hintStyle(name: string | undefined): HintStyle {
  switch (name) {
    case 'warning':
    case 'danger':
    case 'success':
      return name;
    case 'tip':
      return 'success';
    case 'working':
      return 'warning';
    default:
      return 'info';
  }
}

/** Applies the attributes of a `code` tag to the code block inside it. */
function withCodeData(blocks: Block[], { attributes }: Tag): Block[] {
  const code = blocks.find((block): block is CodeBlock => block.type === 'code');
  if (!code) return titled(attributes.title, blocks);
  const { title, overflow, lineNumbers } = attributes;
  if (title) code.data.title = title;
  if (overflow === 'wrap' || overflow === 'scroll') code.data.overflow = overflow;
  if (lineNumbers !== undefined) code.data.lineNumbers = lineNumbers === 'true';
  if (attributes.fullWidth === 'true') code.data.fullWidth = true;
  return blocks;
}
