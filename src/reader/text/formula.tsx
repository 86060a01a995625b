import katex from 'katex';
import type { VNode } from 'preact';

/** Maximum length of a formula that is set, in characters. */
const LENGTH_MAX = 5000;

/** Shows a formula as MathML; one that cannot be read as it is written. */
export function Formula({ source, block = false }: { source: string; block?: boolean }): VNode {
  const mathml = toMathml(source, block);
  if (mathml === undefined) return <code>{source}</code>;
  // KaTeX escapes what it is given; it writes nothing else of the formula.
  return <span class="formula" dangerouslySetInnerHTML={{ __html: mathml }} />;
}

function toMathml(source: string, displayMode: boolean): string | undefined {
  if (source.length > LENGTH_MAX) return undefined;
  try {
    const options = { output: 'mathml', strict: 'ignore', maxExpand: 1000, trust: false } as const;
    return katex.renderToString(source, { ...options, displayMode });
  } catch (error) {
    if (error instanceof katex.ParseError || error instanceof RangeError) return undefined;
    throw error;
  }
}
