import { fromParse5 } from 'hast-util-from-parse5';
import {
  defaultTreeAdapter,
  parse,
  parseFragment,
  serialize,
  type DefaultTreeAdapterMap,
} from 'parse5';
import type { HtmlRoot } from './hast.ts';
import { pictureDrawings } from './picture-drawings.ts';

/** Elements that may be open within one another; browsers stop at 512. */
const OPEN_ELEMENTS_MAX = 256;

/** Elements that a page may have. */
const ELEMENT_COUNT_MAX = 60_000;

/** HTML has more elements than are read; the message says so, to follow its address. */
export class HtmlExcessError extends Error {
  override name = 'HtmlExcessError';
}

export interface ParsedHtml {
  root: HtmlRoot;
  /** The same page without anything that parsers could differ about. */
  serialize: () => string;
}

/**
 * Parses HTML as browsers do, and stops where it becomes too much: the elements are counted that
 * there are, whatever the tags claim that make them. Drawings in it are images.
 *
 * @throws HtmlExcessError for too many elements, in all or within one another
 */
export function parseHtml(html: string, { fragment = false } = {}): ParsedHtml {
  const parsePart = fragment ? parseFragment : parse;
  const tree = parsePart(html, { scriptingEnabled: false, treeAdapter: countingAdapter() });
  pictureDrawings(tree);
  const root = fromParse5(tree);
  if (root.type !== 'root') throw new TypeError(`A page became a ${root.type}.`);
  return { root, serialize: () => serialize(tree) };
}

/** What builds the tree of a page as usual, and ends the parsing of one that has no end. */
function countingAdapter(): typeof defaultTreeAdapter {
  let [open, count] = [0, 0];
  return {
    ...defaultTreeAdapter,
    createElement(tagName, namespace, attributes): DefaultTreeAdapterMap['element'] {
      count += 1;
      if (count > ELEMENT_COUNT_MAX) {
        throw new HtmlExcessError(`has more than ${ELEMENT_COUNT_MAX} elements`);
      }
      return defaultTreeAdapter.createElement(tagName, namespace, attributes);
    },
    onItemPush() {
      open += 1;
      if (open > OPEN_ELEMENTS_MAX) {
        throw new HtmlExcessError(`has more than ${OPEN_ELEMENTS_MAX} elements within one another`);
      }
    },
    onItemPop() {
      open -= 1;
    },
  };
}
