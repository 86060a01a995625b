import { describe, expect, it } from 'vitest';
import { writePages } from '../../support/content.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { searchSpace, titlesFound } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);

interface Example {
  /** Of the space. */
  language: string;
  text: string;
  /** What finds the text. */
  found: readonly string[];
  /** What does not. */
  missed: readonly string[];
  /** How the body of the first query is marked. */
  marked: string;
}

const examples: readonly Example[] = [
  {
    language: 'en',
    text: 'The companies were running their services.',
    found: ['company runs service', 'companies', 'running', 'runnin'],
    missed: ['walks', 'serbices companies walked'],
    marked: 'The <mark>companies</mark> were <mark>running</mark> their <mark>services</mark>.',
  },
  {
    language: 'fr',
    text: 'Les développeurs ont installé l’application.',
    found: ['développeur installer', 'developpeur', 'application'],
    missed: ['désinstaller'],
    marked: 'Les <mark>développeurs</mark> ont <mark>installé</mark> l’application.',
  },
  {
    language: 'de',
    text: 'Die Häuser stehen an den Straßen.',
    found: ['Haus Straße', 'strasse', 'häuser', 'HÄUSER'],
    missed: ['Maus'],
    marked: 'Die <mark>Häuser</mark> stehen an den <mark>Straßen</mark>.',
  },
  {
    language: 'es',
    text: 'Las aplicaciones guardan los datos.',
    found: ['aplicación guardar', 'aplicacion'],
    missed: ['aplicar guardia'],
    marked: 'Las <mark>aplicaciones</mark> <mark>guardan</mark> los datos.',
  },
  {
    language: 'ru',
    text: 'Ёлки растут в новых лесах.',
    found: ['ёлка', 'елка', 'новый лес'],
    missed: ['старый лес'],
    marked: '<mark>Ёлки</mark> растут в новых лесах.',
  },
  {
    language: 'el',
    text: 'Οι χρήστες διαβάζουν τα έγγραφα.',
    found: ['έγγραφο', 'χρηστες'],
    missed: ['βιβλίο'],
    marked: 'Οι χρήστες διαβάζουν τα <mark>έγγραφα</mark>.',
  },
  {
    language: 'ar',
    text: 'يقرأ المستخدمون الوثائق كل يوم.',
    found: ['الوثائق', 'المستخدمون يقرأ'],
    missed: ['كتاب'],
    marked: 'يقرأ المستخدمون <mark>الوثائق</mark> كل يوم.',
  },
  {
    language: 'pl',
    text: 'Zażółć gęślą jaźń na łące.',
    found: ['łące', 'lace', 'zazolc'],
    missed: ['laka'],
    marked: 'Zażółć gęślą jaźń na <mark>łące</mark>.',
  },
  {
    language: 'ja',
    text: '東京都でデータベースを更新します。',
    found: ['データベース', '東京', '更新', '都', 'ﾃﾞｰﾀ', '東京 更新'],
    missed: ['京東', '大阪', 'データを'],
    marked: '東京都で<mark>データベース</mark>を更新します。',
  },
  {
    language: 'zh',
    text: '我们在服务器上安装数据库。',
    found: ['数据库', '安装数据', '器', '服务器 数据库'],
    missed: ['据数', '数据表'],
    marked: '我们在服务器上安装<mark>数据库</mark>。',
  },
  {
    language: 'ko',
    text: '사용자는 문서를 검색합니다.',
    found: ['사용자', '문서', '검색', '검색합'],
    missed: ['서문'],
    marked: '<mark>사용자</mark>는 문서를 검색합니다.',
  },
  {
    language: 'th',
    text: 'ผู้ใช้สามารถค้นหาเอกสารได้',
    found: ['เอกสาร', 'ค้นหา', 'ผู้ใช้ ค้นหา'],
    missed: ['สารเอก'],
    marked: 'ผู้ใช้สามารถค้นหา<mark>เอกสาร</mark>ได้',
  },
  {
    language: 'th',
    text: 'คำแนะนำการทำงาน',
    found: ['คำแนะนำ', 'ทำ', 'ทํา', 'งาน'],
    missed: ['น้ำ'],
    marked: '<mark>คำแนะนำ</mark>การทำงาน',
  },
  {
    language: 'ar',
    text: 'كُتُب جَدِيدَة',
    found: ['كتب', 'كُتُب', 'كتـــب جديدة'],
    missed: ['قلم'],
    marked: '<mark>كُتُب</mark> جَدِيدَة',
  },
];

/** A space of a language, with a page that has a text and one that has other words. */
async function spaceOf(language: string, text: string): Promise<string> {
  const { id } = await world.space(organization.id);
  await writePages(world, id, [
    { title: 'Match', markdown: `${text}\n` },
    { title: 'Nothing', markdown: 'Lorem ipsum.\n' },
  ]);
  await world.db.prisma.space.update({ where: { id }, data: { language } });
  return id;
}

describe.each(examples)('a text of the language $language', (example) => {
  it('is found by the words of it, and by no others', async () => {
    const { admin } = organization;
    const spaceId = await spaceOf(example.language, example.text);
    for (const query of [...example.found, example.text]) {
      expect({ query, titles: await titlesFound(admin, spaceId, query) }).toEqual({
        query,
        titles: ['Match'],
      });
    }
    for (const query of example.missed) {
      expect({ query, titles: await titlesFound(admin, spaceId, query) }).toEqual({
        query,
        titles: [],
      });
    }
    const { items } = await searchSpace(admin, spaceId, example.found[0] ?? '');
    expect(items[0]?.sections[0]?.body).toBe(example.marked);
  });
});

describe('the language of a space', () => {
  it('can change: the same texts are then read by its dictionary', async () => {
    const { admin } = organization;
    const id = await spaceOf('pl', 'The companies were running.');
    expect(await titlesFound(admin, id, 'company')).toEqual([]);
    await admin.patch(`/v1/spaces/${id}`, { language: 'en' });
    expect(await titlesFound(admin, id, 'company')).toEqual(['Match']);
  });

  it('is English where a space states none, and others are found beside it', async () => {
    const { admin } = organization;
    const { id } = await world.space(organization.id);
    await writePages(world, id, [
      { title: 'Match', markdown: 'Companies use Docker容器 daily.\n' },
    ]);
    for (const query of ['company', '容器', 'Docker容器', 'docker 容器']) {
      expect(await titlesFound(admin, id, query)).toEqual(['Match']);
    }
  });
});
