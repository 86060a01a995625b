import { beforeAll, describe, expect, it } from 'vitest';
import { printableSvg } from '../../../src/features/pdf/typesetting/printable-svg.ts';
import { hasPoppler, readPdf, readWords, type PlacedWord } from '../../support/poppler.ts';
import { pdfOf } from './support.ts';

describe.skipIf(!hasPoppler)('a text that is read from the right', () => {
  const hebrew = 'שלום עולם version 2.0 (טוב) מאוד';
  const long = Array.from({ length: 60 }, (_, index) => `מילה ${index}`);
  let words: PlacedWord[];

  beforeAll(async () => {
    const markdown = `${hebrew}\n\nOne word שלום עולם in English.\n\nمرحبا بالعالم\n\n${long.join(' ')}\n`;
    words = readWords(await pdfOf(markdown));
  });

  /** The letters of a word are in the order in which they stand on the page. */
  const find = (text: string, nth = 0): PlacedWord => {
    const seen = /^[\x20-\x7e]+$/.test(text) ? text : [...text].toReversed().join('');
    const found = words.filter((word) => word.text === seen)[nth];
    if (!found) throw new Error(`No ${text} in ${words.map((word) => word.text).join(' ')}`);
    return found;
  };

  it('has its words from the right, those of other languages from the left', () => {
    const places = ['שלום', 'עולם', 'version', '2.0', 'מאוד'].map((text) => find(text).left);
    const [hello = 0, world = 0, version = 0, number = 0, very = 0] = places;
    expect(hello).toBeGreaterThan(world);
    expect(world).toBeGreaterThan(number);
    expect(number).toBeGreaterThan(version);
    expect(version).toBeGreaterThan(very);
    expect(find('مرحبا').left).toBeGreaterThan(find('بالعالم').left);
  });

  it('begins at the right margin, and a text of another language at the left one', () => {
    expect(find('שלום').right).toBeCloseTo(find('مرحبا').right, 0);
    expect(find('One').left).toBeLessThan(100);
    expect(find('שלום', 1).left).toBeGreaterThan(find('עולם', 1).left);
    expect(find('in').left).toBeGreaterThan(find('שלום', 1).left);
  });

  it('goes on on the next line when it is long', () => {
    const [first, last] = [find('0'), find('59')];
    expect(last.top).toBeGreaterThan(first.top);
    expect(find('1').left).toBeLessThan(first.left);
    const lefts = words.map(({ left }) => left);
    expect(Math.min(...lefts)).toBeGreaterThan(50);
  });
});

describe.skipIf(!hasPoppler)('an emoji', () => {
  it('is set where its name is known', async () => {
    const { text } = readPdf(await pdfOf(':rocket: and :constructor:.'));
    expect(text).toContain('🚀 and :constructor:.');
  });
});

describe('a drawing', () => {
  const svg = (content: string, size = 'viewBox="0 0 20 10"') =>
    `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" ${size}>${content}</svg>`;
  const sanitized = (content: string) => printableSvg(Buffer.from(svg(content)));

  it.skipIf(!hasPoppler)('is printed, with its texts', async () => {
    const content =
      '<style>.a { fill: red }</style><defs><path id="p" d="M0 0 L20 10"/></defs>' +
      '<rect class="a" width="20" height="10"/><use href="#p" stroke="black"/>' +
      '<text x="1" y="8" font-size="3">Drawn &amp; read</text>';
    const pdf = readPdf(await pdfOf('![Drawing](a.svg)', { 'a.svg': svg(content) }));
    expect(pdf.text).toContain('Drawn & read');
    expect(pdf.text).not.toContain('not printed');
  });

  it.skipIf(!hasPoppler)(
    'that is broken says so, and the rest of the page is printed',
    async () => {
      const files = { 'a.svg': svg('<path d="M0 0"/>', 'viewBox="0 0 0 0" width="0"') };
      const pdf = readPdf(await pdfOf('Before.\n\n![Drawing](a.svg)\n\nAfter.', files));
      expect(pdf.text).toMatch(/Before\. Image Drawing \(not printed: it is damaged\) After\./);
    },
  );

  it('runs nothing, and names nothing outside of it', () => {
    const drawing = sanitized(
      '<script>alert(1)</script><image href="https://example.com/x.png"/><a href="x"><path/></a>' +
        '<foreignObject><p>x</p></foreignObject><rect onclick="x()" fill="url(https://example.com)"/>' +
        '<use xlink:href="file:///etc/passwd"/><circle fill="url(#a)" r="1"/>',
    );
    expect(drawing).toMatchObject({ width: 20, height: 10 });
    expect(JSON.stringify(drawing)).not.toMatch(/script|example|onclick|passwd|foreign|image/);
    expect(JSON.stringify(drawing)).toContain('url(#a)');
  });

  it.each([
    ['uses itself', '<g id="a"><use href="#a"/></g>', 'it has too many elements'],
    ['grows without end', bomb(), 'it has too many elements'],
    ['is too deep', '<g>'.repeat(2000), 'it has too many elements'],
    ['has too many elements', '<path/>'.repeat(30_000), 'it has too many elements'],
  ])('that %s is refused', (_what, content, problem) => {
    expect(sanitized(content)).toEqual({ problem });
  });

  function bomb(): string {
    const levels = Array.from({ length: 20 }, (_, level) => {
      return `<g id="l${level + 1}">${`<use href="#l${level}"/>`.repeat(10)}</g>`;
    });
    return `<path id="l0"/>${levels.join('')}`;
  }
});
