import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { lawCount } from '../../support/law-count.ts';
import { hasPoppler, readPdf, readStructure } from '../../support/poppler.ts';
import { pictureOf, red } from './pictures.ts';
import { pdfOf } from './support.ts';

const guide = `
### Deep first

A [link](https://example.com), a note[^1] and $$\\sqrt{x}$$.

# Top

| Name | Value |
| --- | --- |
| one | 1 |

* item

![What it shows](a.png)

[^1]: The note.
`;

/** The environment before the typesetter is first used. */
const environment = { ...process.env };

describe.skipIf(!hasPoppler)('a PDF for readers who do not see it', () => {
  it('has a structure, a language, and texts for images and formulas', async () => {
    const pdf = await pdfOf(guide, { 'a.png': await pictureOf(red, 'png') });
    const { info } = readPdf(pdf);
    expect(info).toMatchObject({ Tagged: 'yes', Title: 'Book' });
    const source = pdf.toString('latin1');
    expect(source).toContain('<pdfuaid:part>1</pdfuaid:part>');
    expect(source).toMatch(/\/Lang \(en\)/);
    expect(source).toContain('/Alt (What it shows)');
    expect(source).toContain('/Alt (\\\\sqrt{x})');
    const structure = readStructure(pdf);
    for (const element of [
      'H1',
      'H2',
      'Table',
      'TH',
      'TD',
      'L ',
      'Link',
      'Note',
      'Figure',
      'Formula',
    ]) {
      expect(structure, element).toMatch(new RegExp(`^ *${element}`, 'm'));
    }
  });

  it('leaves the fonts of other programs alone, such as a browser that is started later', async () => {
    await pdfOf('Text.');
    expect({ ...process.env }).toEqual(environment);
  });

  it('is the same for the same content', async () => {
    const [one, other] = [await pdfOf(guide), await pdfOf(guide)];
    expect(one.equals(other)).toBe(true);
  });
});

describe.skipIf(!hasPoppler)('a text that looks like code of the typesetter', () => {
  const codes = [
    ...[
      '#panic("x")',
      '#read("/etc/passwd")',
      '#eval("1+1")',
      '#import "@preview/a:1.0.0"',
      '$ x $',
    ],
    ...['#sys.version', '= Heading', '<label>', '@label', '#{1+1}', '"', '\\u{41}', '// c', '/* c'],
  ];

  it('is text, wherever it stands', async () => {
    const text = codes.join(' ');
    const fenced = `\`\`\`typ\n${text}\n\`\`\``;
    const pages = readPdf(
      await pdfOf(`# \`${text}\`\n\n${fenced}\n\n| \`${text.replaceAll('|', '')}\` |\n| - |`),
    );
    const squeeze = (one: string) => one.replaceAll(/\s+/g, '');
    expect(squeeze(pages.text).split(squeeze(text)).length).toBeGreaterThan(2);
  });

  it('never fails', async () => {
    const word = fc.oneof(fc.constantFrom(...codes), fc.string({ unit: 'grapheme', maxLength: 8 }));
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 30 }), async (words) => {
        expect((await pdfOf(words.join(' '))).length).toBeGreaterThan(0);
      }),
      { numRuns: lawCount(300) },
    );
  });
});
