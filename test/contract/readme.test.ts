import { readdirSync, readFileSync } from 'node:fs';
import { parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../src/schema.ts';
import { openApi } from '../support/open-api.ts';

const root = new URL('../../', import.meta.url);
const readme = readFileSync(new URL('README.md', root), 'utf8');

describe('the README', () => {
  it('says how many operations `/v1` serves', () => {
    const served = Object.values(openApi.paths).flatMap((methods) => Object.keys(methods));
    expect(readme).toContain(`\n${served.length} operations`);
  });

  it('lists all features in its tree', () => {
    const [, listed = ''] = /features\/ +([\s\S]+?)\n {2}\w+\//.exec(readme) ?? [];
    const features = readdirSync(new URL('src/features', root));
    expect(listed.split(/\s+/).toSorted()).toEqual(features.toSorted());
  });

  it('says what each variable of its commands is, before it takes it', () => {
    const known = new Set<string>();
    const commands = [...readme.matchAll(/```sh\n([\s\S]+?)```/g)].map(([, text = '']) => text);
    expect(commands.length).toBeGreaterThan(0);
    for (const line of commands.join('').split('\n')) {
      const taken = [...line.matchAll(/\$([A-Z_]+)/g)].map(([, name = '']) => name);
      expect(
        taken.filter((name) => !known.has(name)),
        line,
      ).toEqual([]);
      const [, set] = /^(?:export )?([A-Z_]+)=/.exec(line) ?? [];
      if (set !== undefined) known.add(set);
    }
  });

  it('changes no change request but the one that its command created', () => {
    expect(readme).toMatch(/NUMBER=\$\(curl -s -X POST "\$URL"/);
    expect(readme).not.toMatch(/^NUMBER=\d/m);
  });

  it('shows GraphQL documents that fit the schema', () => {
    const documents = [...readme.matchAll(/```graphql\n([\s\S]+?)```/g)].map(
      ([, text = '']) => text,
    );
    expect(documents.length).toBeGreaterThan(0);
    expect(documents.flatMap((text) => validate(schema, parse(text)))).toEqual([]);
  });
});
