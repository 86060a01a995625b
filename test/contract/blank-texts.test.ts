import { beforeAll, describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../src/rest/options.ts';
import type { Client } from '../support/client.ts';
import { resolve } from '../support/json-schemas.ts';
import { bodyOf } from '../support/mutation-bodies.ts';
import { openApi, routes } from '../support/open-api.ts';
import { askGraph, askRest, parametersOf } from '../support/route-requests.ts';
import { createScene, writeContent, type Scene, type SceneContent } from '../support/scene.ts';
import { useWorld } from '../support/use-world.ts';

/** Texts without a visible character: white space, zero-width ones, fillers. */
const blanks = [
  '   ',
  '\t\n',
  '\u00A0\u3000',
  '\u200B\u200D\uFEFF',
  '\u3164\u115F',
  '\u2800\u00AD',
];

/** Fields by which people know something. */
const NAMES = /^(?:title|label|name|subject|description|displayName|commitMessage|icon|emoji)$/;

const texts = routes.flatMap((route) => {
  const { requestBody } = openApi.paths[route.path]?.[route.method.toLowerCase()] ?? {};
  const schema = requestBody?.content?.['application/json'].schema;
  const properties = Object.entries((schema && resolve(schema)['properties']) ?? {});
  return properties
    .filter(([name, property]) => NAMES.test(name) && takesText(property as JsonSchema))
    .map(([name]) => ({ name: `${route.operationId} ${name}`, route, field: name }));
});

function takesText(property: JsonSchema): boolean {
  const shapes = (resolve(property)['anyOf'] as JsonSchema[] | undefined) ?? [resolve(property)];
  return shapes.some(
    ({ type, format }) => [type].flat().includes('string') && format === undefined,
  );
}

/** Changes of content by which something gets a name, and the field of it. */
const contentChanges = [
  [{ operation: 'insert_page', metadata: { title: 'BLANK' } }, 'metadata.title'],
  [{ operation: 'insert_page', metadata: { title: 'A', description: 'BLANK' } }, 'description'],
  [{ operation: 'insert_page', metadata: { title: 'A', emoji: 'BLANK' } }, 'emoji'],
  [{ operation: 'insert_page', metadata: { title: 'A', icon: 'BLANK' } }, 'icon'],
  [{ operation: 'insert_page', metadata: { title: 'A', slug: 'BLANK' } }, 'slug'],
  [{ operation: 'update_page', page: 'PAGE', metadata: { title: 'BLANK' } }, 'metadata.title'],
  [{ operation: 'insert_reusable_content', title: 'BLANK' }, 'title'],
  [{ operation: 'insert_files', files: [{ name: 'BLANK', content: '' }] }, 'name'],
] as const;

const world = useWorld();
let admin: Client;
let scene: Scene;
let content: Record<'space' | 'changeRequest', SceneContent>;

beforeAll(async () => {
  const organization = await world.organization();
  admin = organization.admin;
  scene = await createScene(world, organization.id, admin.userId);
  content = await writeContent(world, scene);
});

describe('a text without a visible character', () => {
  it.each(texts.map((text) => [text.name, text] as const))(
    'is refused for %s',
    async (_name, { route, field }) => {
      const path = parametersOf(route, scene, content);
      for (const blank of blanks) {
        for (const ask of [askRest, askGraph]) {
          const body = { ...bodyOf(route.operationId, scene), [field]: blank };
          const { status, message } = await ask(admin, route, { path, body });
          expect({ blank, status, message }).toEqual({
            blank,
            status: 400,
            message: expect.stringContaining(`"${field}"`),
          });
        }
      }
    },
  );

  it.each(contentChanges)('is refused in %j', async (change, field) => {
    for (const blank of blanks) {
      const text = JSON.stringify(change)
        .replace('"BLANK"', JSON.stringify(blank))
        .replace('PAGE', content.space.pageId);
      const answer = await admin.post(`/v1/spaces/${scene.spaceId}/content`, {
        changes: [JSON.parse(text) as object],
      });
      expect({ blank, status: answer.status }).toEqual({ blank, status: 400 });
      expect(answer.body.error.message).toContain(field);
    }
  });

  it('is looked for in all the fields that name something', () => {
    expect(texts.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'exportToGitRepository commitMessage',
        'createOrganizationTeam title',
        'createChangeRequest subject',
        'createSiteShareLink name',
        'createOrganizationSAMLProvider label',
      ]),
    );
  });
});
