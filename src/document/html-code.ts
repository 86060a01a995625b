import { withoutEmpty } from '../lib/without-empty.ts';
import type { ConversionContext } from './content-references.ts';
import { createBlock, createText } from './document-nodes.ts';
import type { CodeBlock, CodeLineBlock } from './document-tree.ts';
import { htmlAnnotation } from './html-inlines.ts';
import { findElement, htmlText } from './html-tree.ts';
import type { HtmlElement, HtmlNode } from './html-tree.ts';

/**
 * Converts `<pre>`: code whose lines may contain footnotes and expressions. Lines in `<strong>` are
 * highlighted.
 */
export function convertPre(pre: HtmlElement, context: ConversionContext): CodeBlock {
  const lines = new CodeLines(context);
  lines.add(pre.children, false);
  return createBlock('code', codeData(pre), lines.take());
}

function codeData({ attributes, children }: HtmlElement): CodeBlock['data'] {
  const code = findElement(children, 'code');
  const classes = `${attributes.class ?? ''} ${code?.attributes.class ?? ''}`;
  const syntax = attributes['data-syntax'] ?? /\blang(?:uage)?-([\w+#-]+)/.exec(classes)?.[1];
  const overflow = attributes['data-overflow'];
  const lineNumbers = attributes['data-line-numbers'];
  return withoutEmpty({
    syntax: syntax && /^[^\s{`]+$/.test(syntax) ? syntax : undefined,
    title: attributes['data-title'],
    overflow: overflow === 'wrap' || overflow === 'scroll' ? overflow : undefined,
    lineNumbers: lineNumbers === undefined ? undefined : lineNumbers !== 'false',
    fullWidth: attributes['data-full-width'] === 'true' || undefined,
  });
}

/** Collects lines of code from elements in reading order. */
class CodeLines {
  private readonly lines: CodeLineBlock[] = [createLine()];
  private readonly context: ConversionContext;
  private isStart = true;

  constructor(context: ConversionContext) {
    this.context = context;
  }

  add(nodes: readonly HtmlNode[], isHighlighted: boolean): void {
    for (const node of nodes) {
      if (node.name === undefined) this.addText(node.text, isHighlighted);
      else if (!this.addInline(node, isHighlighted)) {
        this.isStart = false;
        this.add(node.children, isHighlighted || node.name === 'strong');
      }
    }
  }

  /** Returns the lines; a final newline ends the last one. */
  take(): CodeLineBlock[] {
    const last = this.lines.at(-1);
    if (this.lines.length > 1 && last?.nodes.length === 0) this.lines.pop();
    for (const line of this.lines) if (line.nodes.length === 0) line.nodes.push(createText(''));
    return this.lines;
  }

  /** Ignores a newline directly after `<pre>`. */
  private addText(text: string, isHighlighted: boolean): void {
    const [first = '', ...others] = (this.isStart ? text.replace(/^\n/, '') : text).split('\n');
    if (text !== '') this.isStart = false;
    this.addToLine(first, isHighlighted);
    for (const line of others) {
      this.lines.push(createLine());
      this.addToLine(line, isHighlighted);
    }
  }

  private addToLine(text: string, isHighlighted: boolean): void {
    const line = this.lines.at(-1);
    if (text === '' || !line) return;
    if (isHighlighted) line.data.highlighted = true;
    const last = line.nodes.at(-1);
    const leaf = last?.object === 'text' ? last.leaves[0] : undefined;
    if (leaf) leaf.text += text;
    else line.nodes.push(createText(text));
  }

  private addInline(element: HtmlElement, isHighlighted: boolean): boolean {
    const node = this.inlineOf(element);
    const line = this.lines.at(-1);
    if (!node || !line) return false;
    if (isHighlighted) line.data.highlighted = true;
    line.nodes.push(node);
    this.isStart = false;
    return true;
  }

  private inlineOf(element: HtmlElement) {
    const { name, attributes, children } = element;
    if (name === 'code' && attributes.class === 'expression') {
      const expression = htmlText(children);
      return { object: 'inline', type: 'expression', isVoid: true, data: { expression } } as const;
    }
    return 'data-footnote-ref' in attributes ? htmlAnnotation(element, this.context) : undefined;
  }
}

function createLine(): CodeLineBlock {
  return createBlock('code-line', {}, []);
}
