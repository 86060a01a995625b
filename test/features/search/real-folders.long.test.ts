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
import { searchSpace } from './support.ts';

// The search of real documentation, which is not part of this repository.
const shelf = join(import.meta.dirname, '../../../../shared/real-docs');
const isMissing = !existsSync(shelf);

/** Sentences and parts of some, with the title of the page that has them. */
const sentences: Readonly<Record<string, readonly [query: string, title: string][]>> = {
  'axon-reference': [
    [
      'Axon is heavily based on the principles of Domain-Driven Design (DDD) and Command Query ' +
        'Responsibility Separation.',
      'DDD & CQRS Concepts',
    ],
    [
      'Before we get into the setup, a short introduction to the concept of clusters and contexts ' +
        'within Axon Server.',
      'Local Installation',
    ],
    [
      'If the uploaded plugin has the same name and version as an already existing plugin, it will ' +
        'immediately replace the existing plugin.',
      'Plugins',
    ],
    [
      'Message handler interceptors can take action both before and after command processing.',
      'Message Intercepting',
    ],
    ['In case there are no handlers for the query, the stream is empty.', 'Query Dispatchers'],
    ['They have individual life cycles which need to be managed.', 'Infrastructure'],
    ['it is generally the easiest option to dispatch queries', 'Query Dispatchers'],
    ['Some standards, like OpenTelemetry, support linking.', 'Distributed Tracing'],
    ['Let us deep dive into these capabilities in more detail.', 'Multi-Context'],
    ['In this volume Axon Server will place all uploaded plugins.', 'Docker / K8s'],
    ['Queries describe a request for information or state.', 'Messaging Concepts'],
    ['it is good to be aware of why tokens get stolen', 'Streaming Event Processors'],
    ['one for the event streams and one for snapshots', 'Event Bus & Event Store'],
  ],
  'brighter-docs': [
    ['Your speed is always constrained by the slowest operation', 'Using a Task Queue'],
    ['A consumer registers interest in messages that have a key or topic.', 'Routing'],
    [
      'A key constraint of the Pipes and Filters architectural style is that Filters do not share ' +
        'state.',
      'Passing information between Handlers in the Pipeline',
    ],
    ['It is analogous to a method on an ASP.NET Controller.', 'Basic Concepts'],
    ['A non-blocking retry typically creates a copy of the current record', 'Kafka Configuration'],
    ['A message is emitted from the Control Bus on Handler Entry and Handler Exit.', 'Monitoring'],
    ['The following example shows creation of a MySql outbox.', 'Outbox Support'],
    ['the callbacks are queued in order onto the single thread', 'Why Brighter?'],
  ],
};

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

async function importFolder(name: string): Promise<string> {
  const { id } = await world.space(organization.id);
  const source = await openDiskFolder(join(shelf, name));
  const context = createContext({
    viewer: await loadViewer(world.db, organization.admin.userId),
    db: world.db,
    addresses,
    log: pino({ level: 'silent' }),
  });
  await importIntoSpace(context, id, { folder: await readDocsFolder(source), source });
  return id;
}

describe.skipIf(isMissing)('the search of real documentation', () => {
  it.each(Object.entries(sentences))(
    'has the page of each sentence at the top: %s',
    async (name, listed) => {
      const id = await importFolder(name);
      const found: [string, string | undefined][] = [];
      for (const [query] of listed) {
        const { items } = await searchSpace(organization.admin, id, query);
        found.push([query, items[0]?.title]);
      }
      expect(found).toEqual(listed);
    },
  );
});
