import fc from 'fast-check';
import { expect, it } from 'vitest';
import '../../../src/schema.ts';
import { textDerivations } from '../../../src/revisions/derived/text-derivation.ts';
import { markdownToDocument } from '../../../src/document/markdown-to-document.ts';
import { sha256 } from '../../../src/lib/hash.ts';
import { arbitraryPage } from '../../document/arbitrary-page.ts';

/** Constructs whose references or sections are read in a way of their own. */
const samples = [
  '{% include "rc_01" %} in a line with {% include "rc_02" %} and {% file src="file_03" %}.\n',
  '# A <a id="b"></a>\n\n[a](#b "c") ![d](e.png) {{ page.vars.f }}\n',
];

/**
 * Versions of the derivations, and a hash of what each derives from the samples. What is stored of
 * other versions is derived again. So if a hash differs since equal texts yield other values, raise
 * the version in the source as well as here. If only the samples changed, record the hash.
 */
const recorded = {
  links: [6, '493729681c6dab27'],
  sections: [6, '64071d445f2f38d6'],
  includes: [3, 'afab078075d575ec'],
};

it('derives other values under another version only', () => {
  const pages = [...samples, ...fc.sample(arbitraryPage, { numRuns: 200, seed: 20261130 })];
  const derived = Object.fromEntries(
    [...textDerivations.values()].map(({ name, version, derive }) => {
      const values = pages.map((markdown) => derive(markdownToDocument(markdown), markdown));
      return [name, [version, sha256(JSON.stringify(values)).slice(0, 16)]];
    }),
  );
  expect(derived).toEqual(recorded);
});
