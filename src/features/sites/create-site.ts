import { z } from 'zod';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import { badInput } from '../../errors.ts';
import { truncate } from '../../lib/truncate.ts';
import { newId } from '../../lib/id.ts';
import { evenPositions } from '../../lib/position.ts';
import { lockOrganizationFor } from '../organizations/lock-organization-for.ts';
import { findOrganization } from '../organizations/organization-access.ts';
import { insertSpace, SPACE_TITLE_LENGTH_MAX } from '../spaces/create-space.ts';
import { insertSampleSpace } from '../spaces/insert-sample-space.ts';
import { findSite } from './site-access.ts';
import { siteTypes, siteVisibilities } from './site-enums.ts';
import { SITE_SPACES_MAX, TITLE_LENGTH_MAX, TITLE_LENGTH_MIN } from './site-limits.ts';
import { defaultTitles } from './shown-names-sql.ts';
import { freePath } from './site-path.ts';
import { titleFromSpace } from './title-from-space.ts';
import type { ShownSpace } from './structure/insert-site-space.ts';
import { findShownSpace } from './structure/shown-space.ts';
import { visibleText } from '../../lib/visible-text.ts';

/** Initial content of a space created with a site. */
export const spaceStarters = ['sample', 'empty'] as const;

/** Input for a new site. */
export const newSite = z.object({
  type: z.enum(siteTypes).optional(),
  title: visibleText.min(TITLE_LENGTH_MIN).max(TITLE_LENGTH_MAX).optional(),
  visibility: z.enum(siteVisibilities).optional(),
  spaces: z
    .object({
      existing: z.array(z.string()).max(SITE_SPACES_MAX).optional(),
      create: z.enum(spaceStarters).optional(),
    })
    .optional(),
});

type NewSite = z.output<typeof newSite>;

/**
 * Creates an unpublished site (interface, Sites). Its spaces are existing ones, a new one, or none;
 * they are at the root level in the given order, and the first is the default.
 *
 * @throws NOT_FOUND for an organization or a space that does not exist for the viewer, FORBIDDEN
 *   below `create`, BAD_USER_INPUT for a space that appears twice or belongs to another
 *   organization
 */
export async function createSite(
  context: Context,
  organizationId: string,
  { type, title, visibility, spaces }: NewSite,
): Promise<Row<'Site'>> {
  await findOrganization(context, organizationId, 'createContent');
  const existing = await findSpaces(context, organizationId, spaces?.existing ?? []);
  const siteId = await context.write(async (transaction) => {
    await lockOrganizationFor(transaction, context.viewer, organizationId, 'createContent');
    const copied =
      title === undefined
        ? await titleFromSpace(transaction, existing[0], defaultTitles.site)
        : { title, titleSpaceId: null };
    const id = newId('Site');
    await transaction.site.create({
      data: {
        id,
        organizationId,
        type: type ?? 'basic',
        ...copied,
        visibility: visibility ?? 'public',
        createdAt: context.now(),
      },
    });
    const created = spaces?.create
      ? [await insertNewSpace(context, transaction, organizationId, copied.title, spaces.create)]
      : existing;
    await insertRootLevel(transaction, id, created);
    return id;
  });
  return findSite(context, { organizationId, siteId });
}

/** Returns the input path of an existing space. */
const pathOf = (index: number) => ['input', 'spaces', 'existing', index];

async function findSpaces(
  context: Context,
  organizationId: string,
  ids: readonly string[],
): Promise<Row<'Space'>[]> {
  const twice = ids.findIndex((id, index) => ids.indexOf(id) !== index);
  if (twice >= 0) {
    throw badInput(`"spaces" has "${ids[twice]}" twice.`, pathOf(twice));
  }
  return Promise.all(
    ids.map((id, index) => findShownSpace(context, organizationId, id, pathOf(index))),
  );
}

async function insertNewSpace(
  context: Context,
  transaction: PrismaTransaction,
  organizationId: string,
  siteTitle: string,
  starter: (typeof spaceStarters)[number],
): Promise<ShownSpace> {
  const title = truncate(siteTitle, SPACE_TITLE_LENGTH_MAX);
  const insert = starter === 'sample' ? insertSampleSpace : insertSpace;
  return { id: await insert(context, transaction, organizationId, { title }), title };
}

async function insertRootLevel(
  transaction: PrismaTransaction,
  siteId: string,
  spaces: readonly ShownSpace[],
): Promise<void> {
  const positions = evenPositions(spaces.length);
  const paths = new Set<string>();
  const data = spaces.map((space, index) => {
    const path = freePath(space.title, paths, 'space');
    paths.add(path);
    const position = positions[index] ?? '';
    return {
      id: newId('SiteSpace'),
      siteId,
      spaceId: space.id,
      path,
      position,
      isDefault: index === 0,
    };
  });
  await transaction.siteSpace.createMany({ data });
}
