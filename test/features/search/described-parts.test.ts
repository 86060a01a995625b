import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import { writePages } from '../../support/content.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { searchSpace, titlesFound } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);
let admin: Client;
let spaceId: string;

/** A page for each part, whose word stands in that part only. */
const parts = {
  'alt of a picture': ['altnnn', '![altnnn](a.png)\n'],
  'alt within a text': ['inlinealt', 'A ![inlinealt](a.png) picture.\n'],
  'alt of an HTML picture': ['htmlalt', '<img src="a.png" alt="the htmlalt">\n'],
  'alt of a picture in a figure': [
    'figurealt',
    '<figure><img src="a.png" alt="figurealt"><figcaption></figcaption></figure>\n',
  ],
  caption: [
    'captionword',
    '<figure><img src="a.png" alt=""><figcaption><p>captionword</p></figcaption></figure>\n',
  ],
  'alt of a picture in a list below a heading': [
    'listalt',
    '## Part\n\n* One\n\n  ![listalt](a.png)\n',
  ],
  'title of a tab': [
    'tabtitle',
    '{% tabs %}\n{% tab title="The tabtitle" %}\nText.\n{% endtab %}\n{% endtabs %}\n',
  ],
  'title of an expandable': [
    'summaryword',
    '<details>\n\n<summary>summaryword</summary>\n\nText.\n\n</details>\n',
  ],
  'title of code': ['codetitle', '{% code title="codetitle.js" %}\n```js\nx\n```\n{% endcode %}\n'],
  'label of a button': [
    'buttonlabel',
    '<a href="https://example.com" class="button primary">buttonlabel</a>\n',
  ],
  'name of a file': ['manualname', '{% file src="files/manualname.pdf" %}\n'],
  'caption of a file': [
    'filecaption',
    '{% file src="files/a.pdf" %}\nfilecaption\n{% endfile %}\n',
  ],
  'address of an embed': ['embedhost', '{% embed url="https://embedhost.example.com/v" %}\n'],
  'caption of an embed': [
    'embedcaption',
    '{% embed url="https://example.com/v" %}\nembedcaption\n{% endembed %}\n',
  ],
  'title of a step': [
    'steptitle',
    '{% stepper %}\n{% step %}\n## steptitle\n\nText.\n{% endstep %}\n{% endstepper %}\n',
  ],
  'cell of a table': ['cellword', '| A | B |\n| - | - |\n| x | cellword |\n'],
  'column of a table': ['columnword', '| A | columnword |\n| - | - |\n| x | y |\n'],
  'value of a select': [
    'selectvalue',
    '<table><thead><tr><th>A</th><th data-type="select">B</th></tr></thead><tbody><tr><td>x</td><td><span data-option="selectvalue">selectvalue, </span></td></tr></tbody></table>\n',
  ],
  'alt of a picture in a cell': ['cellalt', '| A |\n| - |\n| ![cellalt](a.png) |\n'],
} as const;

beforeAll(async () => {
  ({ admin } = organization);
  ({ id: spaceId } = await world.space(organization.id, { title: 'Guides' }));
  const pages = Object.entries(parts).map(([title, [, markdown]]) => ({ title, markdown }));
  await writePages(world, spaceId, pages);
});

describe('a page is found by a word that stands only in the', () => {
  it.each(Object.entries(parts))('%s', async (title, [word]) => {
    expect(await titlesFound(admin, spaceId, word)).toEqual([title]);
    const [section] = (await searchSpace(admin, spaceId, word)).items[0]?.sections ?? [];
    expect(`${section?.title} ${section?.body}`).toContain(word);
  });
});

describe('a last word of one letter', () => {
  it.each([
    ['beside other words', 'installr r', 'installr'],
    ['joined by a point', 'foo.b', 'foo'],
    ['joined by a hyphen', 'foo-b', 'foo'],
    ['that is a digit', 'installr 7', 'installr'],
  ])('%s finds what is found without it', async (_case, query, without) => {
    const { id } = await world.space(organization.id);
    await writePages(world, id, [
      { title: 'First', markdown: 'How to installr things. Use foo.bar here.\n' },
      { title: 'Second', markdown: 'To installr R, and foo.b.\n' },
      { title: 'Third', markdown: 'Neither, r and b.\n' },
    ]);
    const expected = await titlesFound(admin, id, without);
    expect(expected).toHaveLength(2);
    expect((await titlesFound(admin, id, query)).toSorted()).toEqual(expected.toSorted());
  });

  it('ranks what has it first, and is required where it is alone or in quotes', async () => {
    const { id } = await world.space(organization.id);
    await writePages(world, id, [
      { title: 'Any', markdown: 'Install it. Install it.\n' },
      { title: 'Language', markdown: '## Install R\n\nInstall it.\n' },
    ]);
    expect(await titlesFound(admin, id, 'install r')).toEqual(['Language', 'Any']);
    expect(await titlesFound(admin, id, '"install r"')).toEqual(['Language']);
    expect(await titlesFound(admin, id, 'r')).toEqual(['Language']);
    const { items } = await searchSpace(admin, id, 'install r');
    expect(items[1]?.sections[0]?.body).toContain('<mark>Install</mark>');
  });
});
