import path from 'node:path';
import { createContext, type Context, type ContextOptions } from '../context.ts';
import { loadViewer } from '../auth/load-viewer.ts';
import type { Row } from '../builder.ts';
import type { Database } from '../database/database.ts';
import { openDiskFolder } from '../document/docs-folder/disk-folder.ts';
import { readDocsFolder } from '../document/docs-folder/read-docs-folder.ts';
import type { ImportResult } from '../features/content/import/import-docs-folder.ts';
import { storeFolder } from '../features/content/import/store-folder.ts';
import { createOrganization } from '../features/organizations/create-organization.ts';
import { ensureAdmin, type AdminOptions } from '../features/users/ensure-admin.ts';
import { firstUser } from '../features/users/first-user.ts';
import { createSpace, SPACE_TITLE_LENGTH_MAX } from '../features/spaces/create-space.ts';
import { findSpacesByTitle } from '../features/spaces/find-spaces-by-title.ts';
import { importIntoSpace } from '../features/spaces/import-into-space.ts';
import { findSpace } from '../features/spaces/space-access.ts';
import { addContentIndexes } from '../indexes.ts';
import { pluralize } from '../lib/pluralize.ts';
import { CommandError } from './command-error.ts';
import type { ImportOptions } from './import-options.ts';

/** Title of the organization that is created if there is none. */
const ORGANIZATION_TITLE = 'Documentation';

export interface ImportDependencies extends Pick<ContextOptions, 'db' | 'log' | 'addresses'> {
  /** The user who is created if there is none. */
  admin: AdminOptions;
  /** Prints a line for the person who runs the command. */
  print: (line: string) => void;
}

/**
 * Imports a documentation folder into a space as the first user, who was created at the first
 * start. A title refers to the space with that title, or else to a new one.
 *
 * @throws CommandError and AppError with a message for the person who runs the command
 */
export async function runImport(
  options: ImportOptions,
  dependencies: ImportDependencies,
): Promise<ImportResult> {
  addContentIndexes();
  const { print } = dependencies;
  const source = await openDiskFolder(options.folder);
  const folder = await readDocsFolder(source);
  print(`Read ${path.resolve(options.folder)}.`);
  const context = await contextOfFirstUser(dependencies);
  const known = await knownSpace(context, options);
  // Stored before a space is created: a failed import must not leave a space behind.
  const stored = await storeFolder(context.db, folder, {
    source,
    onProgress: (count, total) => print(`Stored ${count} of ${total} texts and files.`),
  });
  const space = 'id' in known ? known : await newSpace(context, known, print);
  const result = await importIntoSpace(context, space.id, { folder, source, stored });
  report(space, result, print);
  return result;
}

async function contextOfFirstUser({
  admin,
  print,
  ...options
}: ImportDependencies): Promise<Context> {
  const { db } = options;
  const viewer = await loadViewer(db, await findOrMakeUser(db, admin, print));
  const context = createContext({ ...options, viewer });
  if (viewer.memberships.size === 0)
    await createOrganization(context, { title: ORGANIZATION_TITLE });
  return context;
}

/**
 * Finds the first user, or creates one. Keeps the tokens of an existing user: a gateway may be
 * running.
 */
async function findOrMakeUser(
  db: Database,
  admin: AdminOptions,
  print: (line: string) => void,
): Promise<string> {
  const first = await firstUser(db.prisma);
  if (first !== null) return first;
  const { userId, newToken } = await ensureAdmin(db, admin);
  if (newToken) print(`Created ${admin.email}, whose token is shown only this once: ${newToken}`);
  return userId;
}

/** A space to create. */
interface NewSpace {
  organizationId: string;
  title: string;
}

/** Finds the space of the options. If no space has the title, returns the space to create. */
async function knownSpace(
  context: Context,
  { space: wanted, organization }: ImportOptions,
): Promise<Row<'Space'> | NewSpace> {
  if (wanted.startsWith('sp_')) return findSpace(context, wanted);
  if (wanted.length > SPACE_TITLE_LENGTH_MAX) {
    throw new CommandError(
      `The title of a space has at most ${SPACE_TITLE_LENGTH_MAX} characters; ` +
        `"${wanted}" has ${wanted.length}.`,
    );
  }
  const organizationId = organization ?? onlyOrganization(context);
  const [known, another] = await findSpacesByTitle(context, organizationId, wanted, { limit: 2 });
  if (known && another) {
    throw new CommandError(`Several spaces have the title "${wanted}": name one by its id.`);
  }
  return known ?? { organizationId, title: wanted };
}

async function newSpace(
  context: Context,
  { organizationId, title }: NewSpace,
  print: (line: string) => void,
): Promise<Row<'Space'>> {
  const space = await createSpace(context, organizationId, { title });
  print(`Created the space ${space.id} "${title}".`);
  return space;
}

function onlyOrganization({ viewer }: Context): string {
  const [id, ...others] = viewer.memberships.keys();
  if (id === undefined || others.length > 0) {
    const ids = [...viewer.memberships.keys()].join(', ');
    throw new CommandError(
      `Name the organization of the space: --organization with one of ${ids}.`,
    );
  }
  return id;
}

function report(space: Row<'Space'>, result: ImportResult, print: (line: string) => void): void {
  const { revision, importedResources, totalResources, skipped } = result;
  const isNew = revision.id !== space.revisionId;
  print(
    isNew
      ? `The space ${space.id} "${space.title}" is at the new revision ${revision.id}.`
      : `Nothing changed: the space ${space.id} "${space.title}" stays at ${revision.id}.`,
  );
  print(
    `It has ${pluralize(revision.pageCount, 'page')}, ${pluralize(revision.fileCount, 'file')} and ` +
      `${pluralize(revision.reusableContentCount, 'reusable content')}; ` +
      `${importedResources} of ${totalResources} resources were imported.`,
  );
  if (skipped.length > 0) print(`Skipped or only partly understood (${skipped.length}):`);
  for (const { path: skippedPath, reason } of skipped) print(`  ${skippedPath}: ${reason}`);
}
