import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markdownToDocument } from '../../../../src/document/markdown-to-document.ts';
import { specificationPages } from '../../../../src/features/openapi-specs/documents/specification-pages.ts';
import { largeSpec, petStore } from '../support.ts';
import { lawCount } from '../../../support/law-count.ts';

interface Typed {
  type: string;
}

const outline = (document: ReturnType<typeof petStore>) =>
  specificationPages(document, 'spec_1').map(({ doc, page, title }) => [doc, page, title]);

describe('the pages of a specification', () => {
  it('say what it is, and have a page for each tag and for its models', () => {
    const pages = specificationPages(petStore(), 'spec_1');
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
    const [, pets, models] = specificationPages(petStore(), 'spec_1');
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
    const [, bees, , , , webhooks] = specificationPages(document, 'spec_1');
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
    const [info, pets] = specificationPages(document, 'spec_1');
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
    const pages = specificationPages(largeSpec(900), 'spec_1');
    const ofModels = pages.filter(({ doc }) => doc === 'models');
    expect(ofModels.map(({ page }) => page)).toEqual([
      ...['models', 'models 2', 'models 3', 'models 4', 'models 5'],
    ]);
    const text = pages.map(({ markdown }) => markdown).join('\n');
    expect(text.match(/\{% openapi-operation /g)).toHaveLength(900);
    expect(text.match(/\{% openapi-schemas /g)).toHaveLength(900);
  });

  it('show operations in the order in which they stand, and what is said beside references', () => {
    const responses = { 200: { description: 'ok' } };
    const document = petStore({
      paths: { '/a': { summary: 'A', post: { responses }, get: { responses } } },
      components: {
        schemas: {
          Pet: { description: 'Any pet.' },
          Cat: { $ref: '#/components/schemas/Pet', description: 'One that purrs.' },
        },
      },
    });
    const [, , operations, models] = specificationPages(
      { ...document, tags: [{ name: 'x', description: 'X' }] },
      'spec_1',
    );
    expect(operations?.markdown.match(/method="\w+"/g)).toEqual(['method="post"', 'method="get"']);
    expect(models?.markdown).toContain('One that purrs.');
  });

  it('say where a specification of version 2.0 is served, and how one authenticates', () => {
    const [info] = specificationPages(
      {
        ...{ swagger: '2.0', info: { title: 'Old' }, host: 'api.example.com', basePath: '/v2' },
        schemes: ['https', 'http'],
        securityDefinitions: {
          plain: { type: 'basic' },
          login: {
            ...{ type: 'oauth2', flow: 'accessCode', scopes: { read: 'Read' } },
            authorizationUrl: 'https://api.example.com/login',
          },
        },
      },
      'spec_1',
    );
    expect(info?.markdown.split('\n\n')).toEqual([
      ...['## Servers', '`https://api.example.com/v2`', '`http://api.example.com/v2`'],
      ...['## Authentication', '### plain', 'A user and a password (HTTP Basic).', '### login'],
      ...[
        'OAuth 2.0.',
        '* Flow "authorization code": `https://api.example.com/login`; scopes: `read`',
      ],
    ]);
  });

  it('leave out what a long text has beyond the limit, and close what that leaves open', () => {
    const description = `\`\`\`json\n${'{}\n'.repeat(5000)}\`\`\`\n`;
    const document = petStore({ tags: [{ name: 'pets', description }] });
    const [, pets] = specificationPages(document, 'spec_1');
    expect(pets?.markdown.length).toBeLessThan(6000);
    const types = markdownToDocument(pets?.markdown ?? '').nodes.map(
      (node) => (node as Typed).type,
    );
    expect(types).toEqual(['code', 'heading-2', 'paragraph', 'paragraph', 'openapi-operation']);
  });

  it('have all operations and models at the top, whatever their descriptions leave open', () => {
    const pieces = fc.constantFrom(
      ...[
        '```',
        '```json\n{',
        '~~~',
        '````md\n```',
        '<!--',
        '-->',
        '<details>',
        '<summary>s',
        '<table><tr><td>',
      ],
      ...[
        '<pre>',
        '<script>',
        '<style>',
        '<a href="',
        '<div',
        '</div>',
        '<![CDATA[',
        '<?php',
        '$$',
        '$$\nx',
        '{% hint %}',
      ],
      ...[
        '{% endif %}',
        '> ',
        '- ',
        '1. ',
        '    ',
        '| a | b |\n|---|---|',
        '# ',
        '## ',
        '\n',
        '\n\n',
        ' ',
        'text',
      ],
      ...['[a]: ', '[^1]: ', '\\', '`', '***', '===', '---', '\t'],
    );
    const nasty = fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(nasty, nasty, nasty, (ofTag, ofOperation, ofModel) => {
        const responses = { 200: { description: 'ok' } };
        const operation = { tags: ['t'], summary: 'Do', description: ofOperation, responses };
        const pages = specificationPages(
          {
            ...{
              openapi: '3.1.0',
              info: { title: 'T' },
              tags: [{ name: 't', description: ofTag }],
            },
            paths: { '/a': { get: operation, post: operation } },
            components: { schemas: { A: { description: ofModel }, B: { description: ofModel } } },
          },
          'spec_1',
        );
        const top = pages.flatMap(({ markdown }) =>
          markdownToDocument(markdown).nodes.map((node) => (node as Typed).type),
        );
        expect(top.filter((type) => type.startsWith('openapi-'))).toEqual([
          ...['openapi-operation', 'openapi-operation', 'openapi-schemas', 'openapi-schemas'],
        ]);
      }),
      { numRuns: lawCount(300) },
    );
  });
});
