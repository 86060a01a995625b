import type { VNode } from 'preact';
import { mathmlOf } from '../../lib/mathml.ts';

/** Shows a formula as MathML; one that cannot be read as it is written. */
export function Formula({ source, block = false }: { source: string; block?: boolean }): VNode {
  const mathml = mathmlOf(source, block);
  if (mathml === undefined) return <code>{source}</code>;
  // KaTeX escapes what it is given; it writes nothing else of the formula.
  return <span class="formula" dangerouslySetInnerHTML={{ __html: mathml }} />;
}
