import { describe, expect, it } from 'vitest';
import { writePages } from '../../support/content.ts';
import type { Client } from '../../support/client.ts';
import { runJobs } from '../../support/run-jobs.ts';
import { inCapitals } from '../../support/translation-server.ts';
import { createTranslation, useTranslatedWorld } from './support.ts';

const { server, world, organization } = await useTranslatedWorld();

/** A translation that is not run yet, by somebody with the role `create` in the organization. */
async function newTranslation() {
  const { id: spaceId } = await world.space(organization.id, { title: 'Docs' });
  await writePages(world, spaceId, [{ title: 'Page', markdown: 'One paragraph.\n' }]);
  const creator = await world.member(organization.id, 'create');
  const { id } = await createTranslation(creator, organization.id, spaceId);
  const url = `/v1/orgs/${organization.id}/translations/${id}`;
  const read = async () => (await organization.admin.get(url)).body;
  return { id, spaceId, url, creator, read };
}

async function lowerLevel(spaceId: string): Promise<void> {
  const body = { defaultLevel: 'read' };
  expect((await organization.admin.patch(`/v1/spaces/${spaceId}`, body)).status).toBe(200);
}

const run = () => runJobs(world);

const outcome = async (asked: ReturnType<Client['post']>) => {
  const { status, body } = await asked;
  return [status, (body as { error?: { message: string } } | undefined)?.error?.message];
};

const changes = (client: Client, url: string) => [
  () => client.post(`${url}/run`),
  () => client.put(url, { instructions: { object: 'document', data: {}, nodes: [] } }),
  () => client.delete(url),
];

describe('a translation of a space that the viewer cannot edit', () => {
  it('names the level on the source that is missing, not a role that the viewer has', async () => {
    const { spaceId, url, creator } = await newTranslation();
    await run();
    await lowerLevel(spaceId);
    for (const ask of changes(creator, url)) {
      expect(await outcome(ask())).toEqual([
        403,
        'To change or run a translation of the space "Docs" you need the role "edit" or a higher one.',
      ]);
    }
  });

  it('names the role in the organization where that is missing', async () => {
    const { url } = await newTranslation();
    await run();
    const reviewer = await world.member(organization.id, 'review');
    for (const ask of changes(reviewer, url)) {
      expect(await outcome(ask())).toEqual([
        403,
        'To change or run a translation in the organization you need the role "create" or a higher one.',
      ]);
    }
  });
});

describe('a translation without its source', () => {
  it('is not run while the source is deleted, by nobody', async () => {
    const { id, spaceId, url } = await newTranslation();
    await run();
    await organization.admin.delete(`/v1/spaces/${spaceId}`);
    expect(await outcome(organization.admin.post(`${url}/run`))).toEqual([
      409,
      'The space "Docs" is deleted; restore it first.',
    ]);
    expect(await world.db.prisma.job.count({ where: { subjectId: id } })).toBe(1);
    await organization.admin.post(`/v1/spaces/${spaceId}/restore`);
    expect((await organization.admin.post(`${url}/run`)).status).toBe(204);
    await run();
  });

  it('is not run when the source went to another organization, but can be deleted', async () => {
    const { spaceId: id, url } = await newTranslation();
    await run();
    const other = await world.organization();
    const data = { organizationId: other.id };
    await world.db.prisma.space.update({ where: { id }, data });
    expect(await outcome(organization.admin.post(`${url}/run`))).toEqual([
      409,
      'The source space went to another organization. ' +
        'Create a translation in that organization, and delete this one.',
    ]);
    expect((await organization.admin.delete(url)).status).toBe(204);
  });

  it('can be deleted by those who may read the space where it went', async () => {
    const { spaceId: id, url, creator } = await newTranslation();
    await run();
    const other = await world.organization();
    const { prisma } = world.db;
    await prisma.space.update({ where: { id }, data: { organizationId: other.id } });
    await prisma.member.create({
      data: { organizationId: other.id, userId: creator.userId, role: 'read' },
    });
    expect((await creator.get(`/v1/spaces/${id}`)).body.permissions.edit).toBe(false);
    expect((await creator.delete(url)).status).toBe(204);
  });
});

describe('a run whose starter lost the right to edit the source', () => {
  it('before it began translates nothing', async () => {
    const { spaceId, read } = await newTranslation();
    await lowerLevel(spaceId);
    await run();
    const { status, problem, result } = await read();
    expect([status, result]).toEqual(['pending', undefined]);
    expect(problem).toMatchObject({ code: 'FORBIDDEN', step: 'read' });
    expect(problem.message).toContain('"edit"');
    expect(server.texts).toEqual([]);
  });

  it('while it ran writes nothing', async () => {
    const { spaceId, read } = await newTranslation();
    const spaces = await world.db.prisma.space.count();
    server.answer = (response, texts) => {
      server.answer = undefined;
      void lowerLevel(spaceId).finally(() => {
        response.end(JSON.stringify({ translatedText: texts.map(inCapitals) }));
      });
    };
    await run();
    const { status, problem, result } = await read();
    expect([status, result]).toEqual(['pending', undefined]);
    expect(problem).toMatchObject({ code: 'FORBIDDEN', step: 'write' });
    expect(await world.db.prisma.space.count()).toBe(spaces);
  });
});
