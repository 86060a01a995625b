import type { Content } from 'pdfmake';
import type { ListBlock, ListItemBlock } from '../../../document/document-tree.ts';
import { setText } from './set-text.ts';
import { setWithin, withoutLastGap, type Setting } from './setting.ts';
import { colors } from './theme.ts';

/** Space below an item. */
const ITEM_GAP = 3.5;
/** Indentation of items. */
const INDENT = 18;

/** Sets a list. Completed tasks have a check mark. */
export function setList(list: ListBlock, setting: Setting): Content {
  const inner = { ...setting, gap: ITEM_GAP };
  const margin: [number, number, number, number] = [0, 0, 0, setting.gap - ITEM_GAP];
  if (list.type === 'list-tasks') {
    return { stack: list.nodes.map((item) => setTask(item, inner)), margin };
  }
  const items = list.nodes.map((item) => setItem(item, inner));
  if (list.type === 'list-unordered') return { ul: items, margin, markerColor: colors.muted };
  return { ol: items, start: list.data.start ?? 1, margin };
}

function setItem({ nodes }: ListItemBlock, setting: Setting): Content {
  const [only, ...others] = setWithin(nodes, setting, INDENT);
  if (only && others.length === 0) return only;
  return { stack: only ? [only, ...others] : [{ text: ' ' }] };
}

function setTask({ nodes, data }: ListItemBlock, setting: Setting): Content {
  const [mark] = setText(data.checked ? '☑' : '☐', { ...setting.style, font: 'Sans' });
  const stack = withoutLastGap(setWithin(nodes, setting, INDENT));
  return {
    columns: [
      { text: mark ? [mark] : '', width: INDENT },
      { stack, width: '*' },
    ],
    margin: [0, 0, 0, ITEM_GAP],
  };
}
