import path from 'node:path';
import { loadViewer } from '../auth/load-viewer.ts';
import type { Row } from '../builder.ts';
import { createContext, type Context, type ContextOptions } from '../context.ts';
import { addMember } from '../features/members/add-member.ts';
import { createChangeRequest } from '../features/change-requests/create-change-request.ts';
import { importIntoChangeRequest } from '../features/change-requests/import-into-change-request.ts';
import { updateChangeRequest } from '../features/change-requests/update-change-request.ts';
import { openDiskFolder } from '../document/docs-folder/disk-folder.ts';
import type { FolderSource } from '../document/docs-folder/docs-folder.ts';
import { readDocsFolder } from '../document/docs-folder/read-docs-folder.ts';
import { createOrganization } from '../features/organizations/create-organization.ts';
import { updateOrganization } from '../features/organizations/update-organization.ts';
import { addSectionToSite } from '../features/sites/structure/add-section-to-site.ts';
import { addSpaceToSite } from '../features/sites/structure/add-space-to-site.ts';
import { createSite } from '../features/sites/create-site.ts';
import { updateSite } from '../features/sites/update-site.ts';
import { publishSite } from '../features/sites/publishing/publish-site.ts';
import { createSpace } from '../features/spaces/create-space.ts';
import { importIntoSpace } from '../features/spaces/import-into-space.ts';
import { createUser } from '../features/users/create-user.ts';
import { packageFolder } from '../lib/package-folder.ts';
import {
  addressOf,
  DEMO_ORGANIZATION_TITLE,
  people,
  sites,
  spaces,
  unfinishedTitle,
  type DemoChangeRequest,
  type DemoSite,
  type DemoSpace,
} from './demo-plan.ts';
import { overlayFolder } from './overlay-folder.ts';
import { postComments } from './post-comments.ts';

export type DemoDependencies = Pick<ContextOptions, 'db' | 'log' | 'addresses'>;

/** Returns a new context of a person in the demo, which sees all earlier writes. */
export type Cast = (name: keyof typeof people | 'admin') => Context;

/**
 * Creates a small organization with examples of everything in the graph: sites with sections,
 * spaces with revisions, change requests, comment threads. All writes go through the features.
 *
 * @param adminId the user who becomes the admin of the organization
 */
export async function fillDemo(dependencies: DemoDependencies, adminId: string): Promise<void> {
  const viewer = await loadViewer(dependencies.db, adminId);
  const admin = createContext({ ...dependencies, viewer });
  const { id: organizationId } = await createOrganization(admin, { title: unfinishedTitle });
  const cast = await hire(dependencies, organizationId, adminId);
  const spaceIds = new Map<string, string>();
  for (const plan of spaces) {
    spaceIds.set(plan.title, await fillSpace(cast, organizationId, plan));
  }
  for (const plan of sites) await buildSite(cast('admin'), organizationId, plan, spaceIds);
  await updateOrganization(cast('admin'), organizationId, { title: DEMO_ORGANIZATION_TITLE });
}

async function hire(
  dependencies: DemoDependencies,
  organizationId: string,
  adminId: string,
): Promise<Cast> {
  const { db } = dependencies;
  const viewers = new Map([['admin', await loadViewer(db, adminId)]]);
  for (const [name, { displayName, role }] of Object.entries(people)) {
    const { id: userId } = await createUser(db, { displayName, email: addressOf(name) });
    await addMember(db, { organizationId, userId, role, now: new Date() });
    viewers.set(name, await loadViewer(db, userId));
  }
  return (name) => {
    const viewer = viewers.get(name);
    if (!viewer) throw new Error(`Nobody in the demo is called ${name}.`);
    return createContext({ ...dependencies, viewer });
  };
}

async function fillSpace(cast: Cast, organizationId: string, plan: DemoSpace): Promise<string> {
  const { title, emoji } = plan;
  const space = await createSpace(cast('ada'), organizationId, { title, emoji });
  const current = await openDemoFolder('content', plan.folder);
  if (plan.earlier !== undefined) {
    const earlier = overlayFolder(current, await openDemoFolder('earlier', plan.earlier));
    await importFrom(earlier, (input) => importIntoSpace(cast('ada'), space.id, input));
  }
  await importFrom(current, (input) => importIntoSpace(cast('chen'), space.id, input));
  await postComments(cast, { spaceId: space.id }, plan.comments ?? []);
  for (const request of plan.changeRequests ?? []) {
    await propose(cast, space, current, request);
  }
  return space.id;
}

async function propose(
  cast: Cast,
  { id: spaceId }: Row<'Space'>,
  current: FolderSource,
  plan: DemoChangeRequest,
): Promise<void> {
  const author = () => cast(plan.by);
  const { id: changeRequestId } = await createChangeRequest(author(), spaceId, {
    subject: plan.subject,
  });
  const ref = { spaceId, changeRequestId };
  if (plan.files !== undefined) {
    const proposed = overlayFolder(current, await openDemoFolder('proposals', plan.files));
    await importFrom(proposed, (input) => importIntoChangeRequest(author(), ref, input));
  }
  await postComments(cast, ref, plan.comments ?? []);
  if (plan.status !== 'draft') await updateChangeRequest(author(), ref, { status: plan.status });
}

async function buildSite(
  context: Context,
  organizationId: string,
  { title, emoji, visibility, published, sections }: DemoSite,
  spaceIds: ReadonlyMap<string, string>,
): Promise<void> {
  const site = await createSite(context, organizationId, { title, visibility });
  const key = { organizationId, siteId: site.id };
  await updateSite(context, key, { icon: { emoji } });
  const idOf = (spaceTitle: string) => {
    const id = spaceIds.get(spaceTitle);
    if (id === undefined) throw new Error(`The demo has no space "${spaceTitle}".`);
    return id;
  };
  for (const { spaces: shown, ...section } of sections) {
    const [first, ...others] = shown;
    const { id } = await addSectionToSite(context, key, { ...section, spaceId: idOf(first) });
    for (const other of others) {
      await addSpaceToSite(context, key, { spaceId: idOf(other), sectionId: id });
    }
  }
  if (published) await publishSite(context, key);
}

function openDemoFolder(kind: 'content' | 'earlier' | 'proposals', name: string) {
  return openDiskFolder(path.join(packageFolder(), 'src', 'demo', kind, name));
}

async function importFrom(
  source: FolderSource,
  store: (input: {
    source: FolderSource;
    folder: Awaited<ReturnType<typeof readDocsFolder>>;
  }) => Promise<unknown>,
): Promise<void> {
  await store({ source, folder: await readDocsFolder(source) });
}
