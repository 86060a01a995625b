import type { Content, TableLayout } from 'pdfmake';
import type {
  ContentReference,
  FileReference,
  TableBlock,
  TableRecord,
  TableView,
  UrlReference,
} from '../../../document/document-tree.ts';
import { setImage } from './set-images.ts';
import { linkStyle } from './set-inlines.ts';
import { setText } from './set-text.ts';
import { setWithin, withoutLastGap, type Setting } from './setting.ts';
import { readTable, referenceIn, type TableCell } from './table-cells.ts';
import { colors, PANEL_GAP } from './theme.ts';

type CardsView = Extract<TableView, { type: 'cards' }>;

const COLUMNS = 2;
const PADDING = 11;
/** Maximum height of a cover, in pixels. */
const COVER_HEIGHT = 150;

const layout: TableLayout = {
  hLineWidth: () => 0.5,
  vLineWidth: () => 0.5,
  hLineColor: colors.rule,
  vLineColor: colors.rule,
  paddingLeft: () => PADDING,
  paddingRight: () => PADDING,
  paddingTop: () => PADDING - 2,
  paddingBottom: () => PADDING - 2,
};

/** Sets cards in two columns. The first text of a card links to the card's target. */
export function setCards(block: TableBlock, view: CardsView, setting: Setting): Content[] {
  const { columns, rows } = readTable(block);
  const records = Object.values(block.data.records).toSorted((a, b) =>
    a.orderIndex < b.orderIndex ? -1 : 1,
  );
  if (columns.length === 0 || rows.length === 0) return [];
  const width = (setting.width - 1.5) / COLUMNS - 2 * PADDING;
  const style = { ...setting.style, font: 'Sans', fontSize: 9.2 } as const;
  const inner = { ...setting, width, style, gap: 3 };
  const cards = rows.map((cells, index) => setCard(cells, records[index], view, inner));
  const body: Content[][] = [];
  for (let from = 0; from < cards.length; from += COLUMNS) {
    const row = cards.slice(from, from + COLUMNS);
    const empty: Content = { text: '', border: [true, false, false, false] };
    body.push(row.length < COLUMNS ? [...row, empty] : row);
  }
  const table = { widths: [width, width], body, dontBreakRows: true };
  return [{ table, layout, margin: [0, 4, 0, PANEL_GAP] }];
}

function setCard(
  cells: readonly TableCell[],
  record: TableRecord | undefined,
  view: CardsView,
  setting: Setting,
): Content {
  const valueOf = (id: string | undefined) =>
    id === undefined ? undefined : referenceIn(record?.values[id]);
  const cover = valueOf(view.coverDefinition);
  const target = valueOf(view.targetDefinition);
  const shown = cells.filter(
    ({ column, text, blocks }) =>
      (text !== '' || blocks.length > 0) &&
      column.id !== view.coverDefinition &&
      column.id !== view.targetDefinition,
  );
  const contents = shown.flatMap((cell, index) =>
    setCardText(cell, index === 0 ? target : undefined, index === 0, setting),
  );
  const picture = isPicture(cover)
    ? [setImage({ ref: cover, height: COVER_HEIGHT }, setting, 'left')]
    : [];
  return { stack: [...picture, ...withoutLastGap(contents)] };
}

function isPicture(ref: ContentReference | undefined): ref is UrlReference | FileReference {
  return ref?.kind === 'url' || ref?.kind === 'file';
}

function setCardText(
  { blocks, text }: TableCell,
  target: ContentReference | undefined,
  isTitle: boolean,
  setting: Setting,
): Content[] {
  const link = target ? linkStyle(target, setting) : {};
  const style = { ...setting.style, ...(isTitle && { bold: true }), ...link };
  if (blocks.length > 0) return setWithin(blocks, { ...setting, style }, 0);
  return [{ text: setText(text, style, setting.library.language), margin: [0, 0, 0, setting.gap] }];
}
