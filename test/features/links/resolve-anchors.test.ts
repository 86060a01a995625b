import { describe, expect, it } from 'vitest';
import { writePages } from '../../support/content.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { linesAt } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);

/** Places in a page, with the anchors that the platform and other tools write for them. */
const places: [markdown: string, ...anchors: string[]][] = [
  ['## Terms & Conditions', 'terms-and-conditions', 'terms-conditions', 'terms--conditions'],
  ['## 2. Next', 'id-2.-next', '2.-next', '2-next'],
  ['## `<inject>` Section', 'less-than-inject-greater-than-section', 'inject-section'],
  ['## Now | later, 50% of $', 'now-or-later-50-percent-of-dollar', 'now--later-50-of-'],
  ['## A & B\n\n## A & B', 'a-and-b', 'a-and-b-1', 'a-b-1'],
  ['## 教程概述', 'jiao-cheng-gai-shu', '教程概述'],
  ['## 1. 获取 API Key', 'id-1.-huo-qu-api-key', '1-获取-api-key'],
  ['## Установка', 'ustanovka', 'установка'],
  ['## Größe & Maß', 'grosse-and-mass', 'größe-and-maß', 'gr%C3%B6%C3%9Fe-ma%C3%9F'],
  ['## :rocket: Launch 🚀', 'launch', 'rocket-launch'],
  [
    '<details>\n\n<summary>How **so** & why?</summary>\n\nx\n\n</details>',
    ...['how-so-and-why', 'how-so--why'],
  ],
  ['{% tabs %}\n{% tab title="On Linux" %}\nx\n{% endtab %}\n{% endtabs %}', 'on-linux'],
  ['{% stepper %}\n{% step %}\n### First step\n{% endstep %}\n{% endstepper %}', 'first-step'],
  [
    '{% updates %}\n{% update date="x" %}\n## Changed\n{% endupdate %}\n{% endupdates %}',
    'changed',
  ],
  ['{% columns %}\n{% column %}\n## In a column\n{% endcolumn %}\n{% endcolumns %}', 'in-a-column'],
  ['<table><tr><td><h3>In a cell</h3></td></tr></table>', 'in-a-cell'],
  ['<a id="one"></a>\n<a name="Two"></a>', 'one', 'two'],
  [
    '<h2 id="three">x</h2>\n\n<div id=\'four\'>x</div>\n\n<span id=five>x</span>',
    'three',
    'four',
    'five',
  ],
  [
    '## Y <a href="#own" id="own"></a>\n\n## W {#Other}\n\n## Z {#имя}',
    'own',
    'y',
    'other',
    'w',
    'имя',
  ],
];

describe('anchors in a page', () => {
  it('resolve in the form of the platform and in those of other tools', async () => {
    const { id } = await world.space(organization.id);
    const anchors = places.flatMap(([, ...names]) => names);
    const missing = ['id-9', 'terms-or-conditions', 'id-terms-and-conditions'];
    const links = [...anchors, ...missing].map((anchor) => `[x](#${anchor})`).join(' ');
    const markdown = places.map(([text]) => text).join('\n\n');
    const page = { title: 'Page', markdown: `${links}\n\n${markdown}\n` };
    const { ids } = await writePages(world, id, [page]);
    const path = `/v1/spaces/${id}/content/page/${ids['Page']}/links?limit=100`;
    const line = (state: string) => (anchor: string) => `${state} page Page#${decodeURI(anchor)}`;
    const expected = [...anchors.map(line('ok')), ...missing.map(line('broken'))];
    expect(await linesAt(organization.admin, path)).toEqual(expected.toSorted());
  });
});
