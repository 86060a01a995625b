import { expect } from 'vitest';
import type { Client } from '../../support/client.ts';
import type { World } from '../../support/world.ts';

/** A site with the admin who made it, driven through `/v1`. */
export class SiteHandle {
  readonly world: World;
  readonly admin: Client;
  readonly organizationId: string;
  readonly id: string;

  constructor(world: World, admin: Client, organizationId: string, id: string) {
    this.world = world;
    this.admin = admin;
    this.organizationId = organizationId;
    this.id = id;
  }

  get url(): string {
    return `/v1/orgs/${this.organizationId}/sites/${this.id}`;
  }

  async get() {
    return ok(await this.admin.get(this.url));
  }

  /** Adds a section with a new space, or with a given one. */
  async addSection(body: { title?: string; spaceId?: string } = {}) {
    const spaceId = body.spaceId ?? (await this.world.space(this.organizationId)).id;
    return ok(await this.admin.post(`${this.url}/sections`, { ...body, spaceId }), 201);
  }

  /** Adds a new space, or a given one. */
  async addSpace(body: { spaceId?: string; sectionId?: string } = {}) {
    const spaceId = body.spaceId ?? (await this.world.space(this.organizationId)).id;
    return ok(await this.admin.post(`${this.url}/site-spaces`, { ...body, spaceId }), 201);
  }

  /** Adds a section group, with the sections that have these ids. */
  async addGroup(sections: readonly string[] = [], title = 'Group') {
    return ok(await this.admin.post(`${this.url}/section-groups`, { title, sections }), 201);
  }

  async groups() {
    return ok(await this.admin.get(`${this.url}/section-groups?limit=1000`)).items;
  }

  /** What lies at the top level, in order: the ids of a group's sections stand for the group. */
  async structure(): Promise<(string | string[])[]> {
    const { structure } = ok(await this.admin.get(`${this.url}/structure`));
    return structure.map((entry: { id: string; sections?: { id: string }[] }) =>
      entry.sections ? entry.sections.map(({ id }) => id) : entry.id,
    );
  }

  async sections() {
    return ok(await this.admin.get(`${this.url}/sections?limit=1000`)).items;
  }

  async siteSpaces() {
    return ok(await this.admin.get(`${this.url}/site-spaces?limit=1000`)).items;
  }

  /** Writes many sections at once, for limits and for long lists. */
  async fillSections(count: number): Promise<void> {
    const data = Array.from({ length: count }, (_, index) => ({
      id: `sec_${this.world.next()}`,
      siteId: this.id,
      title: `Section ${index}`,
      path: `filled-${index}`,
      position: `b${String(index).padStart(4, '0')}V`,
      isDefault: index === 0,
    }));
    await this.world.db.prisma.siteSection.createMany({ data });
  }

  /** Publishes without the operation that does so. */
  async publish(): Promise<void> {
    await this.world.db.prisma.site.update({ where: { id: this.id }, data: { published: true } });
  }
}

/** A new, empty site; with its organization when none is given. */
export async function createSite(
  world: World,
  options: { organization?: { id: string; admin: Client }; body?: object } = {},
): Promise<SiteHandle> {
  const { id, admin } = options.organization ?? (await world.organization());
  const { body, status } = await admin.post(`/v1/orgs/${id}/sites`, options.body ?? {});
  expect(status, JSON.stringify(body)).toBe(201);
  return new SiteHandle(world, admin, id, body.id);
}

/** The body of an answer that must have the status. */
export function ok<Body>(answer: { status: number; body: Body }, status = 200): Body {
  expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  return answer.body;
}

/** What of an answer tells a refusal: the status and the message. */
export function refusal({ status, body }: { status: number; body: unknown }) {
  const { error } = body as { error?: { code: number; message: string } };
  expect(error?.code).toBe(status);
  return { status, message: error?.message };
}
