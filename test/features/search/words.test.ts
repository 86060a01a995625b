import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { snippetsOf } from '../../../src/features/search/snippets.ts';
import { isOneEditAway, untouchedParts } from '../../../src/features/search/one-edit.ts';
import { parseQuery } from '../../../src/features/search/search-query.ts';
import { wordsIn } from '../../../src/features/search/words.ts';

const comparedIn = (text: string) => [...wordsIn(text)].map((word) => word.text);

describe('the words of a text', () => {
  it.each([
    ['Kube-proxy v1.2, e.g. `max_size`', ['kube', 'proxy', 'v1', '2', 'e', 'g', 'max', 'size']],
    ['ÀÉÎ Straße Łódź ﬁn Ａ１', ['aei', 'strasse', 'lodz', 'fin', 'a1']],
    ['一二三 x', ['一二', '二三', '三', 'x']],
    ['v2版本', ['v2', '版本', '本']],
    ['ガ', ['ガ']],
    ['ﾃﾞｰﾀ', ['デー', 'ータ', 'タ']],
    ['น้ำ', ['น้', '้ํ', 'ํา', 'า']],
    ['שָׁלוֹם الكُتُـــب', ['שלום', 'الكتب']],
    ['🎉 — !', []],
  ])('are told apart: %s', (text, words) => {
    expect(comparedIn(text)).toEqual(words);
  });

  it.each(['น้ำ ทำงาน', 'ﾃﾞｰﾀﾍﾞｰｽ', '½ ㎏ ② ﷺ x²', 'Ａ１　ｶﾞｷﾞ', '한국어 ｶﾅ', 'হ্যাঁ ड़'])(
    'are those of a query that says the same: %s',
    (text) => {
      const { phrases } = parseQuery(`"${text}"`);
      expect(phrases.flat().map((term) => term.text)).toEqual(comparedIn(text.normalize('NFC')));
    },
  );

  it.each([
    ['ﾃﾞｰﾀﾍﾞｰｽ', 'データベース'],
    ['น้ำ', 'น้ํา'],
  ])('are the same however they are written: %s, %s', (text, other) => {
    expect(comparedIn(text)).toEqual(comparedIn(other));
  });

  it('stand where they say, in any text, and need no quoting', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        for (const word of wordsIn(text)) {
          expect(comparedIn(text.slice(word.start, word.end))).toContain(word.text);
          expect(word.text).toMatch(/^[\p{L}\p{M}\p{N}]+$/u);
        }
      }),
    );
  });
});

const word = fc.stringMatching(/^[a-e]{4,8}$/);
const edit = fc.record({ at: fc.nat({ max: 7 }), letter: fc.constantFrom('a', 'b', 'z') });

/** All that one edit makes of a word, at a place. */
function editsOf(text: string, { at, letter }: { at: number; letter: string }): string[] {
  const place = at % text.length;
  const [left, right] = [text.slice(0, place), text.slice(place)];
  const [first = '', second = ''] = right;
  const made = [
    left + right.slice(1),
    left + letter + right,
    left + letter + right.slice(1),
    left + second + first + right.slice(2),
  ];
  return made.filter((other) => other !== text);
}

describe('a word that one edit makes of another', () => {
  it('is known, both ways, and has its beginning or its end', () => {
    fc.assert(
      fc.property(word, edit, (text, change) => {
        const { beginning, ending } = untouchedParts(text);
        for (const other of editsOf(text, change)) {
          expect([isOneEditAway(text, other), isOneEditAway(other, text)]).toEqual([true, true]);
          expect(other.startsWith(beginning) || other.endsWith(ending)).toBe(true);
        }
      }),
    );
  });

  it.each([
    ['abcd', 'abcd'],
    ['abcd', 'badc'],
    ['abcd', 'abef'],
    ['abcd', 'ab'],
    ['abcd', 'bcda'],
  ])('is not %s of %s', (text, other) => {
    expect(isOneEditAway(text, other)).toBe(false);
  });
});

describe('what is shown of a section', () => {
  const text = fc
    .array(
      fc.constantFrom('alpha', 'beta', '<b>', '&', '容器を', '👩‍🚀', 'x'.repeat(70), '\n', 'ß'),
      {
        maxLength: 200,
      },
    )
    .map((parts) => parts.join(' '));

  it('is a part of its text with marks around words, and no other markup', () => {
    fc.assert(
      fc.property(
        text,
        fc.constantFrom('alpha', 'alpha beta', '"beta alpha"', '器', 'al'),
        (whole, query) => {
          const wanted = { query: parseQuery(query), forms: new Map<string, string[]>() };
          const sections = [{ title: 'Alpha', anchor: 'alpha', text: whole }];
          for (const { body } of snippetsOf(sections, wanted)) {
            const plain = body.replaceAll(/<\/?mark>/g, '');
            expect(plain).not.toMatch(/[<>]/);
            const shown = plain
              .replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
              .replaceAll(/^…|…$/g, '');
            expect(whole.replaceAll(/\s+/g, ' ')).toContain(shown.trim());
            expect(shown.isWellFormed()).toBe(true);
            expect(shown.length).toBeLessThan(500);
          }
        },
      ),
    );
  });
});

describe('a very long word', () => {
  const shown = (text: string, query: string) =>
    snippetsOf([{ title: text, anchor: 'a', text }], {
      query: parseQuery(query),
      forms: new Map(),
    })[0];

  it.each([
    ['a word', 'x'.repeat(100_000), 'x'.repeat(50)],
    ['a phrase with a gap', `alpha ${'- '.repeat(100_000)} beta`, '"alpha beta"'],
    ['letters of two units', '𝒳'.repeat(100_000), '𝒳'.repeat(50)],
    ['words one after the other', 'alpha beta '.repeat(10_000), '"alpha beta alpha"'],
  ])('is shown in part: %s', (_, text, query) => {
    const { title = '', body = '' } = shown(text, query) ?? {};
    expect(body).toMatch(/^(?:…|<mark>)/);
    expect(body.length).toBeLessThan(1000);
    expect(body.isWellFormed()).toBe(true);
    expect(title.length).toBeLessThanOrEqual(250);
  });
});
