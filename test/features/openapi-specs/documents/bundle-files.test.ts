import { describe, expect, it } from 'vitest';
import {
  bundleFiles,
  type ParsedFile,
} from '../../../../src/features/openapi-specs/documents/bundle-files.ts';
import type { JsonObject } from '../../../../src/features/openapi-specs/documents/json-value.ts';

const host = 'https://api.example.com/v1';

const file = (path: string, value: JsonObject): ParsedFile => {
  const { href: address } = new URL(path, `${host}/`);
  return { path, address, names: [address], value };
};

const root = (schemas: JsonObject) => file('openapi.yaml', { components: { schemas } });

describe('a bundle', () => {
  it('has the other files in itself, each once, and references that lead there', () => {
    const bundle = bundleFiles([
      root({ Pet: { $ref: 'models/pet.yaml' }, Cat: { $ref: './models/pet.yaml#/$defs/Cat' } }),
      file('models/pet.yaml', {
        ...{ $defs: { Cat: { $ref: '#' }, Owner: { $ref: '../owner.json' } } },
      }),
      file('owner.json', { properties: { pets: { items: { $ref: 'openapi.yaml#/components' } } } }),
    ]);
    expect(bundle).toEqual({
      components: {
        schemas: {
          Pet: { $ref: '#/x-files/models~1pet.yaml' },
          Cat: { $ref: '#/x-files/models~1pet.yaml/$defs/Cat' },
        },
      },
      'x-files': {
        'models/pet.yaml': {
          $defs: {
            Cat: { $ref: '#/x-files/models~1pet.yaml' },
            Owner: { $ref: '#/x-files/owner.json' },
          },
        },
        'owner.json': { properties: { pets: { items: { $ref: '#/components' } } } },
      },
    });
  });

  it('leaves a single file as it is, cycles and all', () => {
    const schemas = { A: { $ref: '#/components/schemas/B' }, B: { items: { $ref: '#' } } };
    expect(bundleFiles([root(structuredClone(schemas))])).toEqual({ components: { schemas } });
  });

  it('has the addresses of servers whole, which were relative to where it was fetched', () => {
    const servers = (...urls: string[]) => urls.map((url) => ({ url }));
    const whole = ['http://a.test/x', '{scheme}://a.test', 'mailto:a@b.test'];
    const first = {
      ...file('openapi.yaml?token=hush', {
        servers: servers('/v2', '', './{v}/x', '//b.test', ...whole),
        paths: { '/a': { $ref: 'paths/a.yaml' } },
      }),
    };
    const example = { servers: servers('/v3') };
    const bundle = bundleFiles([
      first,
      file('paths/a.yaml', { get: { servers: servers('..'), example } }),
    ]);
    expect(bundle).toMatchObject({
      servers: servers(
        ...['https://api.example.com/v2', `${host}/openapi.yaml`, `${host}/{v}/x`],
        ...['https://b.test/', ...whole],
      ),
      'x-files': { 'paths/a.yaml': { get: { servers: servers(`${host}/`), example } } },
    });
    const text = { ...first, address: null, names: [], value: { servers: servers('/v2') } };
    expect(bundleFiles([text])).toEqual({ servers: servers('/v2') });
  });

  it('takes data for what it is', () => {
    const schemas = {
      A: {
        ...{ default: { $ref: 'nowhere' }, example: { $ref: '#/nowhere' }, 'x-y': { $ref: 'no' } },
        ...{ enum: [{ $ref: 'no' }], examples: [{ $ref: 'no' }] },
        properties: { $ref: { type: 'string' }, example: { $ref: '#/components' } },
      },
    };
    expect(bundleFiles([root(structuredClone(schemas))])).toEqual({ components: { schemas } });
  });

  it('follows the mapping of a discriminator, by names and by addresses', () => {
    const mapping = { cat: 'cat.yaml', dog: 'Dog', fox: '#/components/schemas/A' };
    const bundle = bundleFiles([
      root({ A: { discriminator: { mapping: { ...mapping, cat: './cat.yaml' } } } }),
      file('cat.yaml', {}),
    ]);
    expect(bundle).toMatchObject({
      components: {
        schemas: { A: { discriminator: { mapping: { ...mapping, cat: '#/x-files/cat.yaml' } } } },
      },
    });
  });

  it('follows a mapping to a file that is named without its folder', () => {
    const mapping = { cat: 'cat.yaml', dog: 'Dog.v1' };
    const bundle = bundleFiles([root({ A: { discriminator: { mapping } } }), file('cat.yaml', {})]);
    expect(bundle.components).toEqual({
      schemas: { A: { discriminator: { mapping: { ...mapping, cat: '#/x-files/cat.yaml' } } } },
    });
  });

  it('leads to anchors in other files, of which the address alone was left', () => {
    const bundle = bundleFiles([
      root({ A: { $ref: 'other.yaml#cat' }, B: { $anchor: 'here' }, C: { $ref: '#here' } }),
      file('other.yaml', { $defs: { 'a/b': { $anchor: 'cat' }, Dog: { $ref: '#cat' } } }),
    ]);
    const $ref = '#/x-files/other.yaml/$defs/a~1b';
    expect(bundle).toMatchObject({
      components: { schemas: { A: { $ref }, C: { $ref: '#here' } } },
      'x-files': { 'other.yaml': { $defs: { Dog: { $ref } } } },
    });
  });

  it('leads to schemas by their ids, which no server is asked for', () => {
    const $id = 'urn:example:pet';
    const bundle = bundleFiles([
      root({
        Pet: { $id, $defs: { Cat: {} } },
        A: { $ref: $id },
        B: { $ref: `${$id}#/$defs/Cat` },
      }),
    ]);
    expect(bundle.components).toMatchObject({
      schemas: {
        A: { $ref: '#/components/schemas/Pet' },
        B: { $ref: '#/components/schemas/Pet/$defs/Cat' },
      },
    });
  });

  it('takes nothing in an example for a schema that has a name', () => {
    const example = { $id: 'pet.yaml', $anchor: 'pet' };
    const bundle = bundleFiles([
      root({ A: { example, $ref: 'pet.yaml#/Pet' } }),
      file('pet.yaml', { Pet: { $anchor: 'pet' } }),
    ]);
    expect(bundle.components).toEqual({
      schemas: { A: { example, $ref: '#/x-files/pet.yaml/Pet' } },
    });
    expect(() => bundleFiles([root({ A: { example }, B: { $ref: '#pet' } })])).toThrow();
  });

  it('has whole addresses of servers in what is called as data is, and in links', () => {
    const paths = (url: string) => ({ default: { servers: [{ url }] } });
    const links = (url: string) => ({ default: { server: { url } } });
    const value = { webhooks: paths('/v2'), components: { links: links('/v3') } };
    const { origin } = new URL(host);
    expect(bundleFiles([file('openapi.yaml', value)])).toEqual({
      webhooks: paths(`${origin}/v2`),
      components: { links: links(`${origin}/v3`) },
    });
  });

  it('keeps what the document itself has where the other files would be', () => {
    const first = file('openapi.yaml', { 'x-files': { a: 1 }, components: { $ref: 'b.yaml' } });
    expect(bundleFiles([first, file('b.yaml', {})])).toEqual({
      ...{ 'x-files': { a: 1 }, components: { $ref: '#/x-files-/b.yaml' } },
      'x-files-': { 'b.yaml': {} },
    });
  });

  it.each([
    ['an anchor that is not there', '#missing'],
    ['an anchor that is not in that file', 'other.yaml#missing'],
    ['a place that is not there', '#/components/schemas/Missing'],
    ['a place in a file that is not there', 'other.yaml#/Missing'],
    ['a file that is not there', 'missing.yaml'],
  ])('refuses %s', (_what, $ref) => {
    const files = [root({ A: { $ref } }), file('other.yaml', {})] as const;
    expect(() => bundleFiles([...files])).toThrow(
      `has the $ref ${JSON.stringify($ref)}, which has no target`,
    );
  });
});
