import katex from 'katex';
import { defaultTreeAdapter, parseFragment, type DefaultTreeAdapterMap } from 'parse5';
import type { Text } from 'pdfmake';
import { setText, type Style } from './set-text.ts';

type Node = DefaultTreeAdapterMap['childNode'];
type Element = DefaultTreeAdapterMap['element'];

/** Maximum length of a formula that is parsed, in characters. */
const LENGTH_MAX = 5000;

/**
 * Sets a formula on one line as inline text: letters, signs, superscripts and subscripts. Returns
 * undefined for an invalid formula, and for one that is too long or too deep.
 */
export function setFormulaText(
  formula: string,
  style: Style,
  language: string | null,
): Text[] | undefined {
  if (formula.length > LENGTH_MAX) return undefined;
  try {
    const options = { output: 'mathml', strict: 'ignore', maxExpand: 1000 } as const;
    const { childNodes } = parseFragment(katex.renderToString(formula, options));
    const writer = new FormulaWriter(style, language);
    writer.writeAll(childNodes, {});
    return writer.texts;
  } catch (error) {
    if (error instanceof katex.ParseError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Signs with space around them, such as relations and sums. */
const spaced = /^[=≠<>≤≥≈≡∼≅∝+−±×÷·∗∈∉∋⊂⊆⊃⊇∪∩∧∨→←↔⇒⇐⇔↦∣∥⊕⊗≪≫:]$/u;

/** Combining accents by the sign that MathML places over a letter. */
const accents: Readonly<Record<string, string>> = {
  ...{ '^': '\u0302', ˆ: '\u0302', '~': '\u0303', '˜': '\u0303', ˉ: '\u0304', '¯': '\u0304' },
  ...{ '‾': '\u0305', '˙': '\u0307', '¨': '\u0308', '\u20d7': '\u20d7', '→': '\u20d7' },
};

type Look = Pick<Text, 'sup' | 'sub' | 'italics' | 'bold'>;

/** Writer of MathML elements in sequence. */
class FormulaWriter {
  readonly texts: Text[] = [];
  readonly #style: Style;
  readonly #language: string | null;

  constructor(style: Style, language: string | null) {
    this.#style = style;
    this.#language = language;
  }

  writeAll(nodes: readonly Node[], look: Look): void {
    for (const node of nodes) if (isElement(node)) this.#write(node, look);
  }

  #write(element: Element, look: Look): void {
    const children = element.childNodes.filter(isElement);
    const [first, second, third] = children;
    switch (element.tagName) {
      case 'mi':
      case 'mn':
      case 'mo':
      case 'mtext':
      case 'ms':
        return this.#writeToken(element, look);
      case 'mspace':
        return this.#add('\u00a0', look);
      case 'annotation':
      case 'mphantom':
        return;
      case 'mfrac':
        this.#writeGroup(first, look);
        this.#add('/', look);
        return this.#writeGroup(second, look);
      case 'msqrt':
        this.#add('√', look);
        return this.#writeGroup(element, look, children.length > 1);
      case 'mroot':
        if (second) this.#writeSmall(second, { sup: true }, look);
        this.#add('√', look);
        return this.#writeGroup(first, look);
      case 'msub':
      case 'munder':
        return this.#writeScripts(first, { below: second }, look);
      case 'msup':
        return this.#writeScripts(first, { above: second }, look);
      case 'mover':
        return this.#writeOver(element, look);
      case 'msubsup':
      case 'munderover':
        return this.#writeScripts(first, { below: second, above: third }, look);
      case 'mtable':
        return this.#writeRows(children, look);
      default:
        return this.writeAll(element.childNodes, look);
    }
  }

  #writeToken(element: Element, look: Look): void {
    const text = textOf(element);
    const variant = attribute(element, 'mathvariant');
    const isLetter = element.tagName === 'mi' && [...text].length === 1 && variant === undefined;
    const isBold = variant?.startsWith('bold') === true;
    const isApart = element.tagName === 'mo' && spaced.test(text) && !look.sup && !look.sub;
    this.#add(isApart ? `\u00a0${text} ` : text, {
      ...look,
      ...(isLetter && { italics: true }),
      ...(isBold && { bold: true }),
    });
  }

  /** Writes a group; a compound one is parenthesized where the formula had a line around it. */
  #writeGroup(element: Element | undefined, look: Look, hasParts = isCompound(element)): void {
    if (!element) return;
    if (hasParts) this.#add('(', look);
    if (element.tagName === 'msqrt') this.writeAll(element.childNodes, look);
    else this.#write(element, look);
    if (hasParts) this.#add(')', look);
  }

  #writeScripts(
    base: Element | undefined,
    { below, above }: { below?: Element | undefined; above?: Element | undefined },
    look: Look,
  ): void {
    if (base) this.#write(base, look);
    if (below) this.#writeSmall(below, { sub: true }, look);
    if (above) this.#writeSmall(above, { sup: true }, look);
  }

  /**
   * Writes a script. There is only one small size, so nested scripts are written with `^` or `_`.
   */
  #writeSmall(element: Element, script: Pick<Look, 'sup' | 'sub'>, look: Look): void {
    if (!look.sup && !look.sub) return this.#write(element, { ...look, ...script });
    this.#add(script.sup ? '^' : '_', look);
    this.#writeGroup(element, look);
  }

  #writeOver(element: Element, look: Look): void {
    const [base, over] = element.childNodes.filter(isElement);
    const sign = over ? accents[textOf(over)] : undefined;
    if (base && sign && textOf(base).length === 1) {
      return this.#add(textOf(base) + sign, { ...look, italics: base.tagName === 'mi' });
    }
    this.#writeScripts(base, { above: over }, look);
  }

  #writeRows(rows: readonly Element[], look: Look): void {
    for (const [index, row] of rows.entries()) {
      if (index > 0) this.#add('; ', look);
      for (const [column, cell] of row.childNodes.filter(isElement).entries()) {
        if (column > 0) this.#add('\u2003', look);
        this.#write(cell, look);
      }
    }
  }

  #add(text: string, look: Look): void {
    this.texts.push(...setText(text, { ...this.#style, ...look }, this.#language));
  }
}

function isElement(node: Node): node is Element {
  return defaultTreeAdapter.isElementNode(node);
}

function attribute({ attrs }: Element, wanted: string): string | undefined {
  return attrs.find(({ name }) => name === wanted)?.value;
}

/** Checks whether an element is more than a letter, a number or a scripted symbol. */
function isCompound(element: Element | undefined): boolean {
  if (!element) return false;
  const children = element.childNodes.filter(isElement);
  if (/^(?:mrow|mstyle|mpadded)$/.test(element.tagName)) {
    return children.length > 1 || isCompound(children[0]);
  }
  return element.tagName === 'mfrac';
}

function textOf(element: Element): string {
  return element.childNodes
    .map((node) => {
      if (defaultTreeAdapter.isTextNode(node)) return node.value;
      return isElement(node) ? textOf(node) : '';
    })
    .join('');
}
