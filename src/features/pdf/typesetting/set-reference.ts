import type { Content, Text } from 'pdfmake';
import type {
  Block,
  ContentReference,
  FileReference,
  ReferenceBlock,
} from '../../../document/document-tree.ts';
import { referenceAddress } from '../../../document/reference-addresses.ts';
import { setImage } from './set-images.ts';
import { linkStyle, titleOf } from './set-inlines.ts';
import { setPanel, type PanelLook } from './set-panel.ts';
import { setText, type Style } from './set-text.ts';
import type { Setting } from './setting.ts';
import { colors, CODE_SCALE } from './theme.ts';

const look: PanelLook = { frame: colors.rule, padding: [11, 7, 11, 7] };

/** Sets a block that refers to something else: its name, and where to find it. */
export function setReference(block: Extract<Block, ReferenceBlock>, setting: Setting): Content[] {
  switch (block.type) {
    case 'content-ref':
      return [setLink(block.data.ref, setting)];
    case 'file':
      return [setFile(block.data.ref, setting)];
    case 'drawing':
      return block.data.ref ? [setImage({ ref: block.data.ref }, setting)] : [];
    case 'embed':
      return [setAddress(block.data.url, setting)];
    case 'swagger':
    case 'openapi-operation':
      return [setOperation(block.data.method, block.data.path, setting)];
    case 'openapi-webhook':
      return [setOperation(block.data.method, block.data.name, setting)];
    case 'openapi-schemas':
      return [setOperation('', block.data.schemas.join(', '), setting)];
    case 'integration':
      return block.data.url === undefined ? [] : [setAddress(block.data.url, setting)];
    case 'reusable-content':
      return [];
  }
}

function box(runs: Text[], { width }: Setting): Content {
  return setPanel([{ text: runs }], look, width);
}

/** Sets a link on its own line, with the number of the target page. */
function setLink(ref: ContentReference, setting: Setting): Content {
  const { style, library, targets, width } = setting;
  const link: Style = { ...style, font: 'Sans', bold: true, ...linkStyle(ref, setting) };
  const title: Content = {
    text: setText(titleOf(ref, setting), link, library.language),
    width: '*',
  };
  const target = targets.get(referenceAddress(ref));
  const pageReference = target?.kind === 'page' ? library.destinationOf(target.page) : undefined;
  if (pageReference === undefined) return setPanel([title], look, width);
  const number = {
    ...link,
    bold: false,
    color: colors.muted,
    pageReference,
    alignment: 'right',
    width: 'auto',
  } as const;
  return setPanel([{ columns: [title, number], columnGap: 12 }], look, width);
}

function setFile(ref: FileReference, setting: Setting): Content {
  const target = setting.targets.get(referenceAddress(ref));
  const style: Style = { ...setting.style, font: 'Sans' };
  const name = setText(titleOf(ref, setting), { ...style, bold: true }, setting.library.language);
  const size = target?.kind === 'file' ? sizeText(target.size) : '';
  return box([...name, ...setText(size, { ...style, color: colors.muted })], setting);
}

function sizeText(bytes: number): string {
  const [unit, size] = bytes < 1_000_000 ? ['kB', bytes / 1000] : ['MB', bytes / 1_000_000];
  return `  ${size < 10 ? size.toFixed(1) : Math.round(size)} ${unit}`;
}

function setAddress(url: string, setting: Setting): Content {
  const { style, library } = setting;
  const isLink = /^https?:\/\//i.test(url);
  const link: Style = {
    ...style,
    font: 'Sans',
    color: colors.accent,
    ...(isLink && { link: url }),
  };
  return box(setText(url, link, library.language), setting);
}

function setOperation(method: string, path: string, setting: Setting): Content {
  const { style, library } = setting;
  const fontSize = (style.fontSize ?? 10) * CODE_SCALE;
  const mono: Style = { ...style, font: 'Mono', fontSize };
  const verb = method === '' ? '' : `${method.toUpperCase()} `;
  return box(
    [
      ...setText(verb, { ...mono, bold: true, color: colors.accent }),
      ...setText(path, mono, library.language),
    ],
    setting,
  );
}
