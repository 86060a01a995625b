import { defaultHandlers, type Handle } from 'hast-util-to-mdast';
import { pluralize } from '../../../lib/pluralize.ts';
import type { SkippedPath } from '../../../document/docs-folder/docs-folder.ts';
import { attributeOf, descendantsOf, findDescendant, isElement, type HastElement } from './hast.ts';

/** Elements that markdown cannot put into code. They are kept around or beside its parts. */
const kept =
  /^(?:a|img|picture|b|strong|em|i|s|del|strike|sub|sup|mark|kbd|br|video|audio|iframe|object|embed)$/;

/**
 * Converts inline code. Links, images and emphasis in it are moved around its parts, since markdown
 * code cannot contain them.
 */
const code: Handle = (state, element) =>
  findDescendant(element, ({ tagName }) => kept.test(tagName))
    ? state.all(withInnerCode(element))
    : defaultHandlers.code(state, element);

/** Wraps each text of an element in its own code element, without surrounding white space. */
function withInnerCode(element: HastElement): HastElement {
  const children = element.children.flatMap((child): HastElement['children'] => {
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

/** Handlers that convert inline code to markdown. */
export const codeHandlers: Record<string, Handle> = { code, tt: code, samp: code, var: code };

/** Reports links in code blocks, which cannot contain any. */
export function linksInCode(root: Parameters<typeof descendantsOf>[0]): SkippedPath[] {
  const blocks = [...descendantsOf(root)].filter(({ tagName }) => tagName === 'pre');
  const addresses = blocks
    .flatMap((block) => [...descendantsOf(block)])
    .flatMap((element) => (element.tagName === 'a' ? [attributeOf(element, 'href')] : []))
    .filter((address) => !/^(?:#|$)/.test(address));
  const [first] = addresses;
  if (first === undefined) return [];
  const reason = `${pluralize(addresses.length, 'link')} in blocks of code, which hold text only: ${first}`;
  return [{ path: 'code', reason: addresses.length > 1 ? `${reason}, …` : reason }];
}
