import { describe, expect, it } from 'vitest';
import { markdownToDocument } from '../../../../src/features/content/document/markdown-to-document.ts';
import { computedPages } from '../../../../src/features/openapi-specs/documents/computed-pages.ts';
import { largeSpec, petStore } from '../support.ts';

const outline = (document: ReturnType<typeof petStore>) =>
  computedPages(document, 'spec_1').map(({ doc, page, title }) => [doc, page, title]);

describe('the pages of a specification', () => {
  it('say what it is, and have a page for each tag and for its models', () => {
    const pages = computedPages(petStore(), 'spec_1');
    expect(pages.map(({ doc, page, title }) => ({ doc, page, title }))).toEqual([
      { doc: 'info', page: 'info', title: 'Pet store' },
      { doc: 'operations', page: 'pets', title: 'pets' },
      { doc: 'models', page: 'models', title: 'Models' },
    ]);
    expect(pages.map(({ markdown }) => markdown)).toEqual([
      'Sells **pets**.',
      [
        'All about pets.',
        '## Read a pet',
        '`GET /pets/{petId}`',
        'Answers a quokka, most of the time.',
        '{% openapi-operation spec="spec_1" path="/pets/{petId}" method="get" %}',
      ].join('\n\n'),
      [
        '## Pet',
        'An animal of the store.',
        '{% openapi-schemas spec="spec_1" schemas="Pet" grouped="false" %}',
      ].join('\n\n'),
    ]);
  });

  it('are documents with the blocks of the interface', () => {
    const [, pets, models] = computedPages(petStore(), 'spec_1');
    const blocks = [pets, models].flatMap(
      (page) => markdownToDocument(page?.markdown ?? '').nodes as { type: string; data: object }[],
    );
    const ref = { kind: 'openapi', spec: 'spec_1' };
    expect(blocks.filter(({ type }) => type.startsWith('openapi'))).toMatchObject([
      { type: 'openapi-operation', data: { ref, path: '/pets/{petId}', method: 'get' } },
      { type: 'openapi-schemas', data: { ref, schemas: ['Pet'], grouped: false } },
    ]);
  });

  it('keep the order of tags, take operations without one, webhooks, and tags with a text only', () => {
    const responses = { 200: { description: 'ok' } };
    const document = petStore({
      tags: [
        { name: 'b', 'x-displayName': 'Bees' },
        { name: 'empty' },
        { name: 'c', description: 'C' },
      ],
      paths: {
        '/a': { get: { tags: ['a', 'b'], responses }, post: { responses } },
        '/b': { $ref: '#/components/pathItems/B' },
      },
      webhooks: { sold: { post: { responses } } },
      components: { pathItems: { B: { delete: { tags: ['b'], responses } } } },
    });
    expect(outline(document)).toEqual([
      ['info', 'info', 'Pet store'],
      ['operations', 'b', 'Bees'],
      ['info', 'c', 'c'],
      ['operations', 'a', 'a'],
      ['operations', 'Default', 'Default'],
      ['operations', 'Webhooks', 'Webhooks'],
    ]);
    const [, bees, , , , webhooks] = computedPages(document, 'spec_1');
    expect(bees?.markdown).toContain('path="/b" method="delete"');
    expect(webhooks?.markdown).toContain(
      '{% openapi-webhook spec="spec_1" name="sold" method="post" %}',
    );
  });

  it('read what somebody else wrote as text: no tag, no markup in titles', () => {
    const document = petStore({
      tags: [{ name: 'pets', description: '{% include "secret" %}\n\n{% if true %}' }],
    });
    Object.assign(document['info'] as object, { title: '# *Pets*\n{% hint %}' });
    const paths = document['paths'] as Record<string, { get: { summary: string } }>;
    Object.assign(paths['/pets/{petId}']?.get ?? {}, {
      summary: 'Read `a` [pet](https://example.com) {% hint %}',
    });
    const [info, pets] = computedPages(document, 'spec_1');
    expect(info?.title).toBe('# *Pets* {% hint %}');
    const tree = markdownToDocument(pets?.markdown ?? '');
    const types = tree.nodes.map((node) => (node as { type: string }).type);
    expect(types).toEqual([
      ...['paragraph', 'paragraph', 'heading-2', 'paragraph', 'paragraph', 'openapi-operation'],
    ]);
    expect(JSON.stringify(tree.nodes[2])).toContain(
      'Read `a` [pet](https://example.com) {% hint %}',
    );
  });

  it('are more where there are many operations, each as large as a page is', () => {
    const pages = computedPages(largeSpec(900), 'spec_1');
    const ofModels = pages.filter(({ doc }) => doc === 'models');
    expect(ofModels.map(({ page }) => page)).toEqual([
      ...['models', 'models 2', 'models 3', 'models 4', 'models 5'],
    ]);
    const text = pages.map(({ markdown }) => markdown).join('\n');
    expect(text.match(/\{% openapi-operation /g)).toHaveLength(900);
    expect(text.match(/\{% openapi-schemas /g)).toHaveLength(900);
  });
});
