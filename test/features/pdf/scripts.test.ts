import { describe, expect, it } from 'vitest';
import { hasPoppler, readPdf, readWords } from '../../support/poppler.ts';
import { pdfOf } from './support.ts';

describe.skipIf(!hasPoppler)(
  'a text in a script whose letters change with those beside them',
  () => {
    const texts: [script: string, text: string][] = [
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

    it.each(texts)(
      'is read in %s as it was written, from the font of the script',
      async (script, text) => {
        const markdown = `# ${text}\n\n${text} **${text}** in \`${text}\`\n`;
        const { text: read, fonts } = readPdf(await pdfOf(markdown));
        // Poppler takes a mark at the end of a cluster for its width, and sees spaces.
        const plain = (one: string) => one.normalize('NFC').replaceAll(/[\s\u200c\u200d]+/g, '');
        expect(plain(read)).toContain(plain(`${text} ${text} ${text} in ${text}`));
        const names = fonts.map(({ name }) => name).join(' ');
        expect(names).toContain(`NotoSans${script}-SemiBold`);
        expect(fonts.every(({ isEmbedded, hasUnicode }) => isEmbedded && hasUnicode)).toBe(true);
      },
    );

    it('has the glyphs of its language where scripts share characters', async () => {
      const fontsOf = async (markdown: string) =>
        readPdf(await pdfOf(markdown))
          .fonts.map(({ name }) => name)
          .join(' ');
      expect(await fontsOf('直接表示')).not.toMatch(/NotoSansJP|NotoSansKR/);
      expect(await fontsOf('直接表示します')).toMatch(/NotoSansJP/);
      expect(await fontsOf('漢字 한국어')).toMatch(/KR|Korean/);
    });
  },
);

describe.skipIf(!hasPoppler)('a word that is longer than its line', () => {
  /** The lines of words, each a paragraph. */
  async function linesOf(words: readonly string[]): Promise<string[]> {
    const byTop = new Map<number, string>();
    for (const { text, top } of readWords(await pdfOf(`${words.join('\n\n')}\n`))) {
      if (words.some((word) => word.includes(text))) {
        const line = Math.round(top / 6);
        byTop.set(line, `${byTop.get(line) ?? ''}${text}`);
      }
    }
    const lines = [...byTop.values()];
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
    const words = ['ภาษา', 'ไทย', 'เป็น', 'ภาษา', 'ที่', 'สวย', 'งาม'];
    const lines = await linesOf([words.join('').repeat(15)]);
    expect(lines.filter((line) => !words.some((word) => line.startsWith(word)))).toEqual([]);
  });

  it('is broken after the signs of a path, and copied without any mark', async () => {
    const path = `https://example.com/${'section/page-name/'.repeat(12)}end`;
    const lines = await linesOf([path]);
    expect(lines.slice(0, -1).filter((line) => !/[/-]$/.test(line))).toEqual([]);
  });

  it('fits into the cell of a table, however long it is, in little time', async () => {
    const word = 'x'.repeat(20_000);
    const start = process.cpuUsage();
    const pdf = await pdfOf(`| a | b | c |\n| - | - | - |\n| one | ${word} | \`${word}\` |`);
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1_000_000).toBeLessThan(20);
    const placed = readWords(pdf);
    expect(Math.max(...placed.map(({ right }) => right))).toBeLessThan(596 - 78 + 1);
    expect(readPdf(pdf).text.match(/x/g)?.length).toBe(40_000);
  });
});
