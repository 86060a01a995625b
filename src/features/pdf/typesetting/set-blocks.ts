import type { Content, Text } from 'pdfmake';
import type {
  Block,
  HeadingBlock,
  ReusableContentReference,
  TagBlock,
} from '../../../document/document-tree.ts';
import { INCLUDE_DEPTH_MAX } from '../../../document/evaluation/document-evaluation.ts';
import { createTitleParagraph } from '../../../document/document-nodes.ts';
import { isHeading } from '../../../document/is-heading.ts';
import { referenceAddress } from '../../../document/reference-addresses.ts';
import { blockTexts, tagTexts } from '../../../document/tree-text.ts';
import { pageDestination } from './destinations.ts';
import { setCode, setFormula } from './set-code.ts';
import { setImages } from './set-images.ts';
import { setInlines } from './set-inlines.ts';
import { setList } from './set-list.ts';
import { setColumns, setExpandable, setHint, setQuote, setStepper, setTabs } from './set-panels.ts';
import { setLines, setParagraph } from './set-paragraph.ts';
import { setReference } from './set-reference.ts';
import { setTable } from './set-table.ts';
import { isShort } from './short-blocks.ts';
import type { Setting } from './setting.ts';
import { BLOCK_GAP, colors, headingSizes } from './theme.ts';

/** Sets blocks one below the other. A heading stays with what follows it. */
export function setBlocks(blocks: readonly Block[], setting: Setting): Content[] {
  const contents: Content[] = [];
  let headings: Content[] = [];
  for (const block of blocks) {
    if (isHeading(block)) {
      headings.push(setHeading(block, setting, contents.length + headings.length === 0));
      continue;
    }
    const set = setBlock(block, setting);
    if (headings.length === 0) contents.push(...set);
    else if (isShort([block])) contents.push({ stack: [...headings, ...set], unbreakable: true });
    else contents.push(...setOnPage(headings, set));
    headings = [];
  }
  return [...contents, ...headings];
}

/** Minimum height that must fit below a heading on its page, in points. */
const FOLLOWING_HEIGHT = 46;
const SPACER: Text = { text: ' ', fontSize: 1, lineHeight: 1 };
const SPACER_HEIGHT = 1.4;

/** Sets headings on a page that has room for the beginning of the following content. */
function setOnPage(headings: Content[], following: Content[]): Content[] {
  const room: Content = { ...SPACER, margin: [0, 0, 0, FOLLOWING_HEIGHT] };
  return [
    { stack: [...headings, room], unbreakable: true },
    { stack: following, margin: [0, -FOLLOWING_HEIGHT - SPACER_HEIGHT, 0, 0] },
  ];
}

function setHeading(heading: HeadingBlock, setting: Setting, isFirst: boolean): Content {
  const fontSize = headingSizes[heading.type];
  const style = { ...setting.style, font: 'Sans', bold: true, fontSize, lineHeight: 1 } as const;
  const text = setInlines(heading.nodes, { ...setting, style });
  const above = isFirst ? 0 : fontSize * 0.75;
  const id = setting.library.destinationOfHeading(heading);
  if (id !== undefined) addBookmark(heading, id, setting);
  return {
    // A link destination needs a line to be on.
    ...setLines(text.length > 0 ? text : [{ ...style, text: ' ' }], setting),
    margin: [0, above, 0, fontSize * 0.4],
    ...(id !== undefined && { id }),
  };
}

function addBookmark(heading: HeadingBlock, id: string, setting: Setting): void {
  const { library, chapter, pageId } = setting;
  if (heading.type === 'heading-3') return;
  const isChapter = heading.type === 'heading-1';
  const title = blockTexts([heading]).join(' ');
  library.bookmarks.add(title, id, isChapter ? pageDestination(pageId) : chapter.destination);
  if (isChapter) chapter.destination = id;
}

function setBlock(block: Block, setting: Setting): Content[] {
  switch (block.type) {
    case 'paragraph':
      return setParagraph(block.nodes, setting, block.data.align);
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
      return [setHeading(block, setting, false)];
    case 'list-ordered':
    case 'list-unordered':
    case 'list-tasks':
      return [setList(block, setting)];
    case 'hint':
      return [setHint(block, setting)];
    case 'blockquote':
      return [setQuote(block, setting)];
    case 'code':
      return [setCode(block, setting)];
    case 'math':
      return [setFormula(block.data.formula, setting)];
    case 'images':
      return setImages(block, setting);
    case 'table':
      return setTable(block, setting);
    case 'tabs':
      return setTabs(block, setting);
    case 'stepper':
      return setStepper(block, setting);
    case 'expandable':
      return setExpandable(block, setting);
    case 'columns':
      return [setColumns(block, setting)];
    case 'divider':
      return [setDivider(setting)];
    case 'reusable-content':
      return setIncluded(block.data.ref, setting);
    case 'tag':
      return setTag(block, setting);
    case 'if':
    case 'list-item':
    case 'tabs-item':
    case 'stepper-step':
    case 'column':
      return setBlocks(block.nodes, setting);
    case 'image':
    case 'code-line':
      return [];
    default:
      return setReference(block, setting);
  }
}

/** Sets the visible texts of a tag, and its content. */
function setTag(tag: TagBlock, setting: Setting): Content[] {
  const titles = tagTexts(tag).map((text) => createTitleParagraph(text));
  return setBlocks([...titles, ...(tag.isVoid ? [] : tag.nodes)], setting);
}

/** Sets reusable content, unless it includes itself or the book has no room for it. */
function setIncluded(ref: ReusableContentReference, setting: Setting): Content[] {
  const { library, targets, including } = setting;
  const target = targets.get(referenceAddress(ref));
  const id = target?.kind === 'reusable-content' ? target.reusableContent : '';
  const content = library.reusableContents.get(id);
  if (!content || including.includes(id) || including.length >= INCLUDE_DEPTH_MAX) return [];
  if (!library.takeRoom(content.size)) return [];
  return setBlocks(setting.evaluate(content.blocks), {
    ...setting,
    targets: content.targets,
    including: [...including, id],
  });
}

function setDivider({ width }: Setting): Content {
  const line = {
    type: 'line',
    x1: 0,
    x2: width,
    y1: 0,
    y2: 0,
    lineWidth: 0.6,
    lineColor: colors.rule,
  };
  return { canvas: [line], margin: [0, BLOCK_GAP, 0, BLOCK_GAP * 2] };
}
