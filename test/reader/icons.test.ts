import { beforeAll, describe, expect, it } from 'vitest';
import { useOrganization, useWorld } from '../support/use-world.ts';
import { open, publishedSite, type Opened } from './reader-site.ts';

const world = useWorld();
const organization = useOrganization(world);
let url: string;
let spaceId: string;

const markdown = [
  '<i class="fa-github">:github:</i> <i class="fa-no-such-icon">:x:</i>',
  '<a href="https://example.com" class="button primary" data-icon="rocket">Start</a>',
  '{% stepper %}\n{% step icon="flag" %}\n## First\n{% endstep %}\n{% endstepper %}',
].join('\n\n');

beforeAll(async () => {
  ({ url, spaceId } = await publishedSite(world, organization, [{ title: 'Start', markdown }]));
  const { body } = await organization.admin.get(`/v1/spaces/${spaceId}/content/pages`);
  const [{ id: page }] = body.pages;
  const added = ['bolt', 'no-such-icon', '../../../package', 'home'].map((icon) => ({
    operation: 'insert_page',
    metadata: { title: `With ${icon}`, icon },
  }));
  const changes = [
    ...added,
    { operation: 'insert_page', metadata: { title: 'With both', icon: 'bolt', emoji: '🚀' } },
    { operation: 'update_page', page, metadata: { icon: 'house' } },
  ];
  const answer = await organization.admin.post(`/v1/spaces/${spaceId}/content`, { changes });
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
});

/** Returns the drawings of the icons that a selector finds. */
const drawings = ({ document }: Opened, selector: string) =>
  [...document.querySelectorAll(`${selector} .named-icon path`)].map(
    (path) => path.getAttribute('d')?.length ?? 0,
  );

describe('the icon of a page', () => {
  it('is shown by its name in the contents and before the title, unless there is an emoji', async () => {
    const page = await open(world, url);
    expect(drawings(page, 'h1')).toHaveLength(1);
    const entries = [...page.document.querySelectorAll('.contents li')].map((entry) => [
      (entry.textContent ?? '').replace(/\s+/g, ' ').trim(),
      entry.querySelectorAll('.named-icon').length,
    ]);
    expect(entries).toEqual([
      ['Start', 1],
      ['With bolt', 1],
      ['With no-such-icon', 0],
      ['With ../../../package', 0],
      ['With home', 1],
      ['🚀 With both', 0],
    ]);
  });

  it('is shown in the app, too', async () => {
    const headers = { authorization: `Bearer ${organization.admin.token}` };
    const page = await open(world, `/o/${organization.id}/s/${spaceId}/with-bolt`, headers);
    expect(drawings(page, 'h1')).toHaveLength(1);
  });
});

describe('icons in a text', () => {
  it('have their name as a label, and are decoration beside a text', async () => {
    const { document } = await open(world, url);
    const alone = document.querySelector('.text p .named-icon');
    expect([alone?.getAttribute('role'), alone?.getAttribute('aria-label')]).toEqual([
      'img',
      'github',
    ]);
    expect(document.querySelector('.text .icon-name')?.textContent).toBe('no-such-icon');
    const button = document.querySelector('.text a.button');
    expect(button?.textContent).toBe('Start');
    expect(button?.querySelector('.named-icon')?.getAttribute('aria-hidden')).toBe('true');
    expect(document.querySelectorAll('.steps > li > .named-icon')).toHaveLength(1);
  });
});
