import { fromParse5 } from 'hast-util-from-parse5';
import {
  defaultTreeAdapter,
  parse,
  parseFragment,
  serialize,
  type DefaultTreeAdapterMap,
} from 'parse5';
import type { HastRoot } from './hast.ts';
import { pictureDrawings } from './picture-drawings.ts';

/** Maximum nesting depth of elements; browsers stop at 512. */
const OPEN_ELEMENTS_MAX = 256;

/** Maximum number of elements in a page. */
const ELEMENT_COUNT_MAX = 60_000;

/** HTML exceeds the element limit. The message is worded to follow its address. */
export class HtmlExcessError extends Error {
  override name = 'HtmlExcessError';
}

export interface ParsedHtml {
  root: HastRoot;
  /** Serializes the parsed page, so that other parsers read it the same way. */
  serialize: () => string;
}

/**
 * Parses HTML as browsers do, up to a limit. It counts the elements that result, not the tags.
 * Inline drawings (SVG) become images.
 *
 * @throws HtmlExcessError for too many elements or too deep nesting
 */
export function parsePage(html: string, { fragment = false } = {}): ParsedHtml {
  const parsePart = fragment ? parseFragment : parse;
  const tree = parsePart(html, { scriptingEnabled: false, treeAdapter: countingAdapter() });
  pictureDrawings(tree);
  const root = fromParse5(tree);
  if (root.type !== 'root') throw new TypeError(`A page became a ${root.type}.`);
  return { root, serialize: () => serialize(tree) };
}

/** Returns a tree adapter that aborts the parsing of a page that exceeds the limits. */
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
