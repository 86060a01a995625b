import { beforeAll, expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import { writePages } from '../../support/content.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
let editor: Client;
let organizationId: string;

beforeAll(async () => {
  ({ id: organizationId } = await world.organization());
  editor = await world.member(organizationId, 'edit');
});

const cards =
  '<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-target ' +
  'data-type="content-ref"></th></tr></thead><tbody>' +
  '<tr><td><h4><i class="fa-star">:star:</i></h4>Old</td><td><a href="a.md">a.md</a></td></tr>' +
  '<tr><td><h4><i class="fa-bolt">:bolt:</i></h4>Other</td><td><a href="b.md">b</a></td></tr>' +
  '</tbody></table>\n';

const tabs =
  '{% tabs %}\n{% tab title="Linux" icon="x" %}\nOld word.\n{% endtab %}\n\n' +
  '{% tab title="Windows" %}\nOther   _word_.\n{% endtab %}\n{% endtabs %}';

/** Replaces a word in the document tree of a page through the API, and reads its markdown. */
async function edited(markdown: string, word: string, by: string): Promise<string> {
  const { id: spaceId } = await world.space(organizationId);
  const { ids } = await writePages(world, spaceId, [{ title: 'Page', markdown }]);
  const page = ids.Page;
  const url = `/v1/spaces/${spaceId}/content/page/${page}`;
  const { body } = await editor.get(`${url}?format=document`);
  const json = JSON.stringify(body.document);
  expect(json).toContain(word);
  const document = JSON.parse(json.replace(word, by)) as unknown;
  const changes = [{ operation: 'update_page', page, document: { document } }];
  expect((await editor.post(`/v1/spaces/${spaceId}/content`, { changes })).status).toBe(200);
  return (await editor.get(`${url}?format=markdown`)).body.markdown;
}

it.each<[string, string]>([
  ['an anchor in a line', 'Old <a id="here"></a> text\n\n[go](#here)\n'],
  ['the title of a link', 'Old [g](guide.md "mention") and ![p](p.png "q")\n'],
  ['comments', 'Old <!-- in a line --> text\n\n<!-- between -->\n\nEnd\n'],
  ['underlined text', 'Old <u>text</u> and <ins>more</ins>\n'],
  ['the width of an image in a line', 'Old <img src="a.png" alt="" width="20"> text\n'],
  ['an open expandable block', '<details open>\n\n<summary>Old</summary>\n\nText\n\n</details>\n'],
  ['all that a fence says', '```js title="x" {1,3}\nOld code\n```\n'],
  ['an abbreviation', 'Old <abbr title="HyperText">HTML</abbr> text\n'],
  ['the kind of a quote', '> [!NOTE]\n> Old text\n'],
  ['attributes of a tag', '{% hint style="info" icon="leaf" %}\nOld __text__\n{% endhint %}\n'],
  ['cards', cards],
  [
    'the padding of a table',
    '| Name    | Value |\n| :------ | ----: |\n| Old     |     1 |\n| another |    22 |\n',
  ],
  [
    'tabs in a step',
    `{% stepper %}\n{% step %}\n## One\n\n${tabs}\n{% endstep %}\n{% endstepper %}\n`,
  ],
  [
    'tabs in an expandable block',
    `<details>\n\n<summary>More</summary>\n\n${tabs}\n\n</details>\n`,
  ],
  ['tabs in a condition', `{% if visitor.claims.x %}\n${tabs}\n{% endif %}\n`],
  [
    'the caption of an embed',
    '{% embed url="https://example.com/v" %}\nOld caption\n{% endembed %}\n',
  ],
  ['the caption of a file', '{% file src="a.pdf" %}\nOld caption\n{% endfile %}\n'],
  ['code in a hint', '{% hint style="info" %}\nOld\n\n```js\ncode\n```\n\nend\n{% endhint %}\n'],
  ['wrapped lines', 'Old text that is\nwrapped,  *and* __more__\n'],
])('an edit of a word keeps %s', async (_name, markdown) => {
  expect(await edited(markdown, 'Old', 'New')).toBe(markdown.replace('Old', 'New'));
});

it('an edit of the title of tabs that stand in a step leaves them tabs', async () => {
  const markdown = `{% stepper %}\n{% step %}\n${tabs}\n{% endstep %}\n{% endstepper %}\n`;
  expect(await edited(markdown, 'Linux', 'Unix')).toBe(markdown.replace('Linux', 'Unix'));
});
