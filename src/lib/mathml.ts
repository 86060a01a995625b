import katex from 'katex';

/** Maximum length of a formula that is set, in characters. */
const FORMULA_LENGTH_MAX = 5000;

/** Sets a formula in TeX as MathML; returns undefined for one that cannot be read. */
export function mathmlOf(source: string, displayMode: boolean): string | undefined {
  if (source.length > FORMULA_LENGTH_MAX) return undefined;
  try {
    const options = { output: 'mathml', strict: 'ignore', maxExpand: 1000, trust: false } as const;
    return katex.renderToString(source, { ...options, displayMode });
  } catch (error) {
    if (error instanceof katex.ParseError || error instanceof RangeError) return undefined;
    throw error;
  }
}
