import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../src/schema.ts';
import { codeBlocks, documentNames, documents, linksOf } from '../support/documents.ts';
import { openApi } from '../support/open-api.ts';

const README_BYTES_MAX = 10_000;
const PICTURE_BYTES_MAX = 100_000;

const root = new URL('../../', import.meta.url);
const [readme] = documents;

describe('the README', () => {
  it('fits on a few screens', () => {
    expect(Buffer.byteLength(readme?.text ?? '')).toBeLessThanOrEqual(README_BYTES_MAX);
    expect(statSync(new URL('docs/graphiql.png', root)).size).toBeLessThan(PICTURE_BYTES_MAX);
  });

  it('says how many operations `/v1` serves', () => {
    const served = Object.values(openApi.paths).flatMap((methods) => Object.keys(methods));
    expect(readme?.text).toContain(`\n${served.length} operations`);
  });

  it('links to every document', () => {
    expect(documents.map(({ name }) => name).toSorted()).toEqual(
      ['README.md', ...documentNames].toSorted(),
    );
  });
});

describe('the documents', () => {
  it('link to files that exist', () => {
    const missing = documents.flatMap((document) =>
      linksOf(document)
        .filter((target) => !existsSync(new URL(target, root)))
        .map((target) => `${document.name}: ${target}`),
    );
    expect(missing).toEqual([]);
  });

  it('list all features in the source tree', () => {
    const architecture = documents.find(({ name }) => name === 'docs/architecture.md');
    const [, listed = ''] =
      /features\/ +([\s\S]+?)\n {2}\w+\//.exec(architecture?.text ?? '') ?? [];
    const features = readdirSync(new URL('src/features', root));
    expect(listed.split(/\s+/).toSorted()).toEqual(features.toSorted());
  });

  it('give a reason for each package', () => {
    const { text = '' } = documents.find(({ name }) => name === 'docs/packages.md') ?? {};
    const { dependencies, devDependencies } = JSON.parse(
      readFileSync(new URL('package.json', root), 'utf8'),
    ) as Record<string, Record<string, string>>;
    const named = new Set(Array.from(text.matchAll(/`([^`]+)`/g), ([, name]) => name));
    const packages = Object.keys({ ...dependencies, ...devDependencies });
    expect(packages.filter((name) => !named.has(name))).toEqual([]);
  });

  it('set each variable of their commands before they use it', () => {
    const known = new Set<string>();
    const lines = documents.flatMap((document) =>
      codeBlocks(document, 'sh').flatMap((code) =>
        code.split('\n').map((line) => ({ line, at: `${document.name}: ${line}` })),
      ),
    );
    expect(lines.length).toBeGreaterThan(0);
    for (const { line, at } of lines) {
      const used = [...line.matchAll(/\$([A-Z_]+)/g)].map(([, name = '']) => name);
      expect(
        used.filter((name) => !known.has(name)),
        at,
      ).toEqual([]);
      const [, set] = /^(?:export )?([A-Z_]+)=/.exec(line) ?? [];
      if (set !== undefined) known.add(set);
    }
  });

  it('name the variables of other documents that their commands use', () => {
    const unnamed = documents.flatMap((document) => {
      const code = codeBlocks(document, 'sh').join('');
      const set = new Set([...code.matchAll(/^(?:export )?([A-Z_]+)=/gm)].map(([, name]) => name));
      const used = [...code.matchAll(/\$([A-Z_]+)/g)].map(([, name = '']) => name);
      return [...new Set(used)]
        .filter((name) => !set.has(name) && !document.text.includes(`\`${name}\``))
        .map((name) => `${document.name}: ${name}`);
    });
    expect(unnamed).toEqual([]);
  });

  it('show GraphQL documents that fit the schema', () => {
    const shown = documents.flatMap((document) => codeBlocks(document, 'graphql'));
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.flatMap((text) => validate(schema, parse(text)))).toEqual([]);
  });
});
