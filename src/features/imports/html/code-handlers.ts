import { defaultHandlers, type Handle } from 'hast-util-to-mdast';
import { counted } from '../../../lib/counted.ts';
import type { SkippedPath } from '../../content/docs-folder/docs-folder.ts';
import { attributeOf, elementsOf, findElement, isElement, type HtmlElement } from './hast.ts';

/** Elements that stay around code, or beside it, when they stand in it. */
const kept =
  /^(?:a|img|picture|b|strong|em|i|s|del|strike|sub|sup|mark|kbd|br|video|audio|iframe|object|embed)$/;

/** Code; links, images and emphasis in it, which markdown has none of, stand around its parts. */
const code: Handle = (state, element) =>
  findElement(element, ({ tagName }) => kept.test(tagName))
    ? state.all(withInnerCode(element))
    : defaultHandlers.code(state, element);

/** An element whose texts are code, each for itself and without the white space around it. */
function withInnerCode(element: HtmlElement): HtmlElement {
  const children = element.children.flatMap((child): HtmlElement['children'] => {
    if (child.type !== 'text') return [isElement(child) ? withInnerCode(child) : child];
    const [, before = '', value = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(child.value) ?? [];
    if (value === '') return [child];
    const text = { type: 'text', value } as const;
    return [
      { type: 'text', value: before },
      { type: 'element', tagName: 'code', properties: {}, children: [text] },
      { type: 'text', value: after },
    ];
  });
  return { ...element, children };
}

/** How code in a line becomes markdown. */
export const codeHandlers: Record<string, Handle> = { code, tt: code, samp: code, var: code };

/** What the report says of links in blocks of code, which cannot have any. */
export function linksInCode(root: Parameters<typeof elementsOf>[0]): SkippedPath[] {
  const blocks = [...elementsOf(root)].filter(({ tagName }) => tagName === 'pre');
  const addresses = blocks
    .flatMap((block) => [...elementsOf(block)])
    .flatMap((element) => (element.tagName === 'a' ? [attributeOf(element, 'href')] : []))
    .filter((address) => !/^(?:#|$)/.test(address));
  const [first] = addresses;
  if (first === undefined) return [];
  const reason = `${counted(addresses.length, 'link')} in blocks of code, which hold text only: ${first}`;
  return [{ path: 'code', reason: addresses.length > 1 ? `${reason}, …` : reason }];
}
