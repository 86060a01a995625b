import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { fontFamilies, type FamilyName } from '../../../src/features/pdf/typesetting/fonts.ts';
import { openFont } from '../../../src/features/pdf/typesetting/shape-text.ts';
import { hasPoppler, readPdf, readWords } from '../../support/poppler.ts';
import { pdfOf } from './support.ts';

/** What each glyph of a text stands for, in the order in which they are drawn. */
function glyphsOf(family: FamilyName, text: string): string[] {
  const font = openFont(readFileSync(fontFamilies[family].normal));
  if (!('layout' in font)) throw new Error(`${family} is no font`);
  return font.layout(text).glyphs.map(({ codePoints }) => String.fromCodePoint(...codePoints));
}

describe.sequential('a text whose letters change with those beside them', () => {
  const texts: [FamilyName, string][] = [
    ['Devanagari', 'क्षि त्रि कर्म र्कि द्ध श्री ज्ञान हिन्दी विद्यालय। १२३'],
    ['Bengali', 'বাংলা ক্ষি কর্ম স্ত্রী কো শ্রেণী ক্ক উৎসব'],
    ['Gurmukhi', 'ਪੰਜਾਬੀ ਕੁ ਕ੍ਰੁ ਠ੍ਰੋ ਸ੍ਰੀ'],
    ['Gujarati', 'ગુજરાતી ળ્રુ કર્મ વિદ્યાર્થી'],
    ['Tamil', 'தமிழ் கொ கௌ க்ஷ ஸ்ரீ நூல்'],
    ['Telugu', 'తెలుగు క్రి స్త్రీ క్తి జ్యోతి'],
    ['Kannada', 'ಕನ್ನಡ ಕ್ಷಿ ಜ್ಞಾನ ಸ್ತ್ರೀ'],
    ['Malayalam', 'മലയാളം ക്രി ര്‍ക്ക സ്ത്രീ'],
    ['Thai', 'จำนวน ผู้ ที่นี่'],
  ];

  beforeAll(async () => {
    const load = vi.spyOn(WebAssembly, 'instantiate');
    await pdfOf('Plain, Ελληνικά, кириллица, 中文, עברית and 😀.');
    expect(load).not.toHaveBeenCalled();
    await pdfOf('&#2325;&#x94d;&#2359;');
    await pdfOf('&#2325;&#x94d;&#2359;');
    // Another test file of this process may have loaded the shaper.
    expect(load.mock.calls.length).toBeLessThanOrEqual(1);
    load.mockRestore();
  });

  it.each(texts)('is read in %s as it was written', async (family, text) => {
    if (!hasPoppler) return;
    const markdown = `# ${text}\n\n${text} **${text}** in \`${text}\`\n`;
    const { text: read, fonts } = readPdf(await pdfOf(markdown));
    expect(read.replaceAll(/\s+/g, ' ')).toContain(`${text} ${text} ${text} in ${text}`);
    expect(fonts.map(({ name }) => name).join(' ')).toContain(`NotoSans${family}-SemiBold`);
  });

  it.each(texts)('has a font in %s for all that it is written with', (family, text) => {
    const letters = [...text].filter((letter) => !/[\s\u200d]/.test(letter));
    const font = openFont(readFileSync(fontFamilies[family].normal));
    const missing = letters.filter((letter) => {
      return !('layout' in font && font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
    });
    expect(missing.filter((letter) => letter !== '।')).toEqual([]);
  });

  it.each<[FamilyName, string, string[]]>([
    ['Devanagari', 'क्षि', ['ि', 'क्ष']],
    ['Devanagari', 'त्रि', ['ि', 'त्र']],
    ['Devanagari', 'कर्म', ['क', 'म', 'र्']],
    ['Devanagari', 'क्\u200cष', ['क', '्', '\u200c', 'ष']],
    ['Bengali', 'ক্ষি', ['ি', 'ক্ষ']],
    ['Bengali', 'কর্ম', ['ক', 'ম', 'র্']],
    ['Tamil', 'கெ', ['ெ', 'க']],
    ['Tamil', 'க்ஷ', ['க்ஷ']],
    ['Kannada', 'ಕ್ಷಿ', ['ಕ್ಷಿ']],
    ['Malayalam', 'ക്ര', ['്ര', 'ക']],
  ])('joins and orders its letters in %s: %s', (family, text, glyphs) => {
    expect(glyphsOf(family, text)).toEqual(glyphs);
  });
});

describe.skipIf(!hasPoppler)('a word that is longer than its line', () => {
  /** The lines of words, each a paragraph. */
  async function linesOf(words: readonly string[]): Promise<string[]> {
    const set = readWords(await pdfOf(`${words.join('\n\n')}\n`)).map(({ text }) => text);
    const lines = set.filter((text) => words.some((word) => word.includes(text)));
    expect(lines.join('')).toBe(words.join(''));
    expect(lines.length).toBeGreaterThan(words.length * 2);
    return lines;
  }

  it('is broken between clusters of letters', async () => {
    for (const clusters of ['स्त्रीक्षिर्किन्द्व', 'স্ত্রীক্ষিশ্রেণীর্ব', 'ക്രിസ്ത്രീക്ഷേ']) {
      // Begun one letter later each, lines would end at any of them.
      const starts = Array.from({ length: 10 }, (_, index) => clusters[0]?.repeat(index) ?? '');
      const lines = await linesOf(starts.map((start) => start + clusters.repeat(25)));
      expect(lines.filter((line) => /^\p{M}|[\u094d\u09cd\u0d4d]$/u.test(line))).toEqual([]);
    }
  });

  it('is broken between words where these have no space between them', async () => {
    const words = ['ภาษา', 'ไทย', 'เป็น', 'ภาษา', 'ที่', 'สวยงาม'];
    const lines = await linesOf([words.join('').repeat(15)]);
    expect(lines.filter((line) => !words.some((word) => line.startsWith(word)))).toEqual([]);
  });
});
