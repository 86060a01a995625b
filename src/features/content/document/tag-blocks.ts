import type { ConversionContext } from './content-references.ts';
import { createParagraph, createText, createTitleParagraph } from './document-nodes.ts';
import type { Block, CodeBlock, HintStyle } from './document-tree.ts';
import { wrapBlocks } from './fit-blocks.ts';
import { convertExpandable, convertStepper, convertTabs } from './panel-blocks.ts';
import { convertReferenceTag } from './reference-tags.ts';
import type { ConvertBlocks, SourceBlock } from './source-tree.ts';
import { isStandaloneTag } from './tag-syntax.ts';
import type { Tag } from './tag-syntax.ts';

/** A tag with its content. A tag without a partner that it needs stays as text. */
export function convertTag(
  block: SourceBlock,
  convertBlocks: ConvertBlocks,
  context: ConversionContext,
): Block[] {
  const { tag, children } = block;
  if (!tag) return [];
  if (!tag.paired && (tag.kind === 'close' || !isStandaloneTag(tag.name))) return [sourceText(tag)];
  switch (tag.name) {
    case 'hint':
      return convertHint(tag, convertBlocks(children));
    case 'tabs':
      return convertTabs(children, convertBlocks);
    case 'stepper':
      return convertStepper(children, convertBlocks);
    case 'details':
      return [convertExpandable(children, convertBlocks, context)];
    case 'tab':
      return titled(tag.attributes.title, convertBlocks(children));
    case 'code':
      return withCodeData(convertBlocks(children), tag);
    case 'if':
      return [
        sourceText(tag),
        ...convertBlocks(children),
        createParagraph([createText('{% endif %}')]),
      ];
    case 'step':
    case 'columns':
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

function convertHint({ attributes }: Tag, content: Block[]): Block[] {
  const style = hintStyle(attributes.style);
  return wrapBlocks('hint', content, (nodes) => ({
    object: 'block',
    type: 'hint',
    isVoid: false,
    data: { style },
    nodes,
  }));
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

/** The tag around a code block says how that block is shown. */
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
