import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pino } from 'pino';
import { loadViewer } from '../../../src/auth/load-viewer.ts';
import { createContext } from '../../../src/context.ts';
import { openDiskFolder } from '../../../src/document/docs-folder/disk-folder.ts';
import { readDocsFolder } from '../../../src/document/docs-folder/read-docs-folder.ts';
import { importIntoSpace } from '../../../src/features/spaces/import-into-space.ts';
import type { Client } from '../../support/client.ts';
import { addresses, World } from '../../support/world.ts';
import { linksAt } from './support.ts';

// The links of real documentation, which is not part of this repository.
const shelf = join(import.meta.dirname, '../../../../shared/real-docs');
const isMissing = !existsSync(shelf);

/** The broken links of one folder: addresses, or a title and the place that its page has not. */
const brokenInAxon = [
  '../../.gitbook/assets/console/graphs.png',
  '../../.gitbook/assets/tiered-configuration.png',
  '../.gitbook/assets/tradvseventsourcing.png',
  '../administration/admin-configuration/cluster-template.md',
  '../local-installation/axon-server-ee.md#auto-clustering',
  '/.gitbook/assets/tracing.png',
  'Access Control - Enterprise Edition#access-control-for-axon-server-ee',
  'Backups#log-entry-segments',
  'Clusters#cluster-nodes',
  'Event Processors#sequential-processing',
  'Event Tracker Status#event-tracker-status-a-idevent-tracker-statusa',
  'Installation#kubernetes',
  'Minor Releases#release-2023.0',
  'Minor Releases#release-4.1',
  'Minor Releases#release-4.2',
  'Minor Releases#release-4.3',
  'Minor Releases#release-4.4',
  'Minor Releases#release-4.5',
  'Minor Releases#release-4.6',
  'Modules#axon-aot',
  'Modules#axon-opentelemetry',
  'Serialization#event-serialization',
  'Streaming Event Processors#pooled-streaming-event-processor',
  'axon-framework-commands/command-dispatchers.md#the-command-bus',
  'axon-server.md#docker-compose',
  'cluster-template.md',
  'events/event-bus-and-event-store.md#event-bus',
  'events/event-processors/README.md',
  'queries/query-dispatchers.md#the-query-bus-and-query-gateway',
  'rn-asee-minor-releases.md',
];

let world: World;
let organization: { id: string; admin: Client };

beforeAll(async () => {
  if (isMissing) return;
  world = await World.create();
  organization = await world.organization();
});

afterAll(async () => {
  if (!isMissing) await world.destroy();
});

/** How many links a folder has, by status and kind of target, and the broken ones. */
async function linksOfFolder(name: string) {
  const { admin } = organization;
  const { id } = await world.space(organization.id);
  const source = await openDiskFolder(join(shelf, name));
  const context = createContext({
    viewer: await loadViewer(world.db, admin.userId),
    db: world.db,
    addresses,
    log: pino({ level: 'silent' }),
  });
  await importIntoSpace(context, id, { folder: await readDocsFolder(source), source });
  const counts: Record<string, number> = {};
  const broken: string[] = [];
  let page = '';
  for (;;) {
    const list = await linksAt(admin, `/v1/spaces/${id}/links?limit=1000${page}`);
    for (const { status, targetReference: target } of list.items) {
      const key = `${status} ${target?.kind}`;
      counts[key] = (counts[key] ?? 0) + 1;
      const anchor = target?.internalLocation?.anchor;
      if (status === 'broken') broken.push(target?.url ?? `${target?.page?.title}#${anchor}`);
    }
    if (!list.next) return { counts, broken: broken.toSorted(), stats: list.stats };
    page = `&page=${list.next.page}`;
  }
}

describe.skipIf(isMissing)('the links of real documentation', () => {
  it('are counted as by hand: axon-reference', async () => {
    const { counts, broken, stats } = await linksOfFolder('axon-reference');
    expect(counts).toEqual({
      'ok url': 1139,
      'ok page': 435,
      'ok file': 21,
      'broken url': 13,
      'broken page': 17,
    });
    expect(stats).toEqual({ total: 1625, broken: { total: 30, changeRequest: 0 } });
    expect(broken).toEqual(brokenInAxon);
  });

  it('are counted as by hand: brighter-docs', async () => {
    const { counts, broken, stats } = await linksOfFolder('brighter-docs');
    expect(counts).toEqual({ 'ok url': 88, 'ok page': 64, 'broken url': 62, 'broken page': 4 });
    expect(stats).toEqual({ total: 218, broken: { total: 66, changeRequest: 0 } });
    const count = (pattern: RegExp) => broken.filter((address) => pattern.test(address)).length;
    // The folders of the versions came between, pages became markdown, and pictures stayed behind.
    expect(count(/^\/contents\/\w+\.md/)).toBe(25);
    expect(count(/^\w+\.html/)).toBe(14);
    expect(count(/^_static\/images\/\w+\.png$/)).toBe(23);
    expect(broken.filter((address) => address.includes(' '))).toEqual([
      'Basic Configuration#ibrighterbuilder-fluent-interface',
      'Basic Configuration#ibrighterbuilder-fluent-interface',
      'Message Mappers#message-oriented-middleware-mom',
      'Message Mappers#message-oriented-middleware-mom',
    ]);
  });
});
