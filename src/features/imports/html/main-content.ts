import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import {
  attributeOf,
  descendantsOf,
  findDescendant,
  hasClass,
  type HastElement,
  type HastParent,
  type HastRoot,
} from './hast.ts';
import { parsePage, type ParsedHtml } from './parse-page.ts';

/** Maximum number of elements for which the main content is guessed. */
const GUESSED_ELEMENTS_MAX = 20_000;

/** Class names that documentation generators and exports give to the text of a page. */
const knownContent =
  /^(?:markdown-body|theme-doc-markdown|md-content__inner|wiki-content|page-body|rst-content)$/;

/**
 * Returns the part of a page that is its text, without menus, headers and footers. This is the
 * marked content, else what a reader mode would show, else the whole body.
 */
export function mainContent({ root, serialize }: ParsedHtml): HastParent {
  const marked = markedContent(root);
  if (marked) return marked;
  const content = guessedContent(root, serialize) ?? bodyOf(root);
  removeHeaders(content);
  return content;
}

/** Removes headers, which belong to the site unless the content is marked. */
function removeHeaders(parent: HastParent): void {
  parent.children = parent.children.filter(
    (child) => child.type !== 'element' || child.tagName !== 'header',
  );
  for (const child of parent.children) if (child.type === 'element') removeHeaders(child);
}

function markedContent(root: HastRoot): HastElement | undefined {
  const known = findDescendant(root, (element) => hasClass(element, knownContent));
  if (known) return known;
  const main = findDescendant(
    root,
    (element) => element.tagName === 'main' || attributeOf(element, 'role') === 'main',
  );
  const articles = [...descendantsOf(main ?? root)].filter(({ tagName }) => tagName === 'article');
  return articles.length === 1 ? articles[0] : main;
}

function guessedContent(root: HastRoot, serialize: () => string): HastRoot | undefined {
  const elements = descendantsOf(root);
  for (let count = 0; !elements.next().done; count += 1) {
    if (count > GUESSED_ELEMENTS_MAX) return undefined;
  }
  // A page without navigation has nothing to remove.
  if (!findDescendant(root, ({ tagName }) => /^(?:nav|header|footer|aside)$/.test(tagName))) {
    return undefined;
  }
  // Readability's parser knows less of HTML and has no depth limit, so it gets our serialized tree.
  const { document } = parseHTML(serialize());
  const found = new Readability(document, { keepClasses: true }).parse();
  return found?.content ? parsePage(found.content, { fragment: true }).root : undefined;
}

function bodyOf(root: HastRoot): HastParent {
  return findDescendant(root, ({ tagName }) => tagName === 'body') ?? root;
}
