import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { pino, type DestinationStream } from 'pino';
import { vi } from 'vitest';
import { roles, type Role } from '../../src/auth/roles.ts';
import { newTokenSecret } from '../../src/auth/tokens.ts';
import { hashSecret } from '../../src/lib/hash.ts';
import { openDatabase, sql, type Database } from '../../src/database/database.ts';
import { createFirstRevision } from '../../src/features/content/store/write-revision.ts';
import { createWebClient } from '../../src/external/http/create-web-client.ts';
import type { WebClient } from '../../src/external/http/web-client.ts';
import type { Translator } from '../../src/external/translator/translator.ts';
import type { Mailer } from '../../src/external/mail/mailer.ts';
import { createGateway } from '../../src/gateway.ts';
import { newId } from '../../src/lib/id.ts';
import { positionBetween } from '../../src/lib/position.ts';
import { schema } from '../../src/schema.ts';
import type { Cast } from './cast.ts';
import { Client } from './client.ts';
import { inCapitals } from './translation-server.ts';
import { sendBytes, startWebSite, type WebSite } from './web-site.ts';
import { createTestDatabase, type TestDatabase } from './postgres.ts';

/** Longest time until a request comes to a lock, in milliseconds. */
const BLOCKED_TIMEOUT_MS = 20_000;

/** Enough for some requests to wait for each other; a connection takes its time to start. */
const POOL_SIZE = 4;

/** Where the gateway of the tests says that it is. */
export const baseUrl = 'https://docs.example.com';

/** Translates without asking anybody. */
const capitals: Translator = {
  ...{ textsMax: 100, charactersMax: 100_000 },
  translate: ({ texts }) => Promise.resolve(texts.map(inCapitals)),
};

/** What a world consists of, once it is there. */
interface Parts {
  db: Database;
  app: FastifyInstance;
  database: TestDatabase;
  site: WebSite;
  web: WebClient;
  translator: Translator | null;
}

interface WorldOptions {
  production?: boolean;
  mailer?: Mailer;
  /** In place of one that puts texts in capitals. */
  translator?: Translator | null;
  /** Most connections to the database, in place of POOL_SIZE. */
  poolSize?: number;
  /** Where the gateway says that it is, in place of `baseUrl`. */
  baseUrl?: () => string;
  /** In place of one that reaches the page of the world, and nothing else on this machine. */
  web?: WebClient;
  /** Is told of the lines of the log from warnings on, in place of errors on the console. */
  onWarning?: DestinationStream;
  /** Where it is kept, in place of a new database of the test run's server. */
  database?: TestDatabase;
}

/**
 * A gateway on a database of its own, and what it takes to fill it. Rows that a test is not about
 * are written straight to the database; the rest goes through the surfaces.
 */
export class World {
  #parts: Parts | undefined;
  #counter = 0;
  #position: string | null = null;

  /** A world that is there at once. Most tests have one by useWorld. */
  static async create(options: WorldOptions = {}): Promise<World> {
    const world = new World();
    await world.start(options);
    return world;
  }

  /** Brings it into being. */
  async start(options: WorldOptions = {}): Promise<void> {
    const database = options.database ?? (await createTestDatabase());
    const db = openDatabase(database.url, { poolSize: options.poolSize ?? POOL_SIZE });
    const page = sendBytes('text/markdown', '# Imported\n\nFrom elsewhere.\n');
    const site = await startWebSite({ '/page.md': page });
    const web = options.web ?? createWebClient({ intranetHosts: [site.host] });
    const translator = options.translator === undefined ? capitals : options.translator;
    const app = await createGateway({
      schema,
      db,
      log: pino({ level: options.onWarning ? 'warn' : 'error' }, options.onWarning),
      baseUrl: options.baseUrl ?? (() => baseUrl),
      mailer: options.mailer ?? null,
      web,
      translator,
      production: options.production ?? false,
    });
    this.#parts = { db, app, database, site, web, translator };
  }

  async destroy(): Promise<void> {
    await this.#parts?.app.close();
    await this.#parts?.site.stop();
    await this.#parts?.db.close();
    await this.#parts?.database.drop();
  }

  get db(): Database {
    return this.#started().db;
  }

  get app(): FastifyInstance {
    return this.#started().app;
  }

  /** What the gateway asks other servers with; jobs of tests use the same. */
  get web(): WebClient {
    return this.#started().web;
  }

  /** What its translations are made with. */
  get translator(): Translator | null {
    return this.#started().translator;
  }

  /** The address of a page of markdown on another server. */
  get webPage(): string {
    return `${this.#started().site.url}/page.md`;
  }

  /** The address of the database, for other processes. */
  get url(): string {
    return this.#started().database.url;
  }

  #started(): Parts {
    if (!this.#parts) throw new Error('The world is there in hooks and tests only.');
    return this.#parts;
  }

  /** Someone without a token. */
  anonymous(): Client {
    return new Client(this.app, '', undefined);
  }

  /** Someone who sends this as their token. */
  withToken(token: string): Client {
    return new Client(this.app, '', token);
  }

  /** A user with a token, a member of nothing yet. */
  async user(displayName = `User ${this.next()}`): Promise<Client> {
    const id = newId('User');
    const secret = newTokenSecret();
    await this.db.prisma.user.create({
      data: {
        id,
        displayName,
        email: `${id.toLowerCase()}@example.com`,
        tokens: {
          create: { id: newId('ApiToken'), label: 'Test', secretHash: hashSecret(secret) },
        },
      },
    });
    return new Client(this.app, id, secret);
  }

  /** An organization with an admin. */
  async organization(
    title = `Organization ${this.next()}`,
  ): Promise<{ id: string; admin: Client }> {
    const admin = await this.user();
    const id = newId('Organization');
    await this.db.prisma.organization.create({
      data: {
        id,
        title,
        members: { create: { userId: admin.userId, role: 'admin' } },
      },
    });
    return { id, admin };
  }

  /** A new member of an organization; null makes a guest. */
  async member(
    organizationId: string,
    role: Role | null,
    options: { disabled?: boolean; displayName?: string } = {},
  ): Promise<Client> {
    const client = await this.user(options.displayName);
    await this.db.prisma.member.create({
      data: { organizationId, userId: client.userId, role, disabled: options.disabled ?? false },
    });
    return client;
  }

  /** One user of each kind: a member per role, a guest, a disabled admin and a stranger. */
  async cast(organizationId: string): Promise<Cast> {
    const entries: [keyof Cast, Client][] = [
      ['guest', await this.member(organizationId, null)],
      ['disabled', await this.member(organizationId, 'admin', { disabled: true })],
      ['stranger', await this.user()],
    ];
    for (const role of roles) entries.push([role, await this.member(organizationId, role)]);
    return Object.fromEntries(entries) as Cast;
  }

  /** Gives a user a role on one space. */
  async grant(spaceId: string, userId: string, role: Role): Promise<void> {
    await this.db.prisma.grant.create({ data: { id: newId('Grant'), spaceId, userId, role } });
  }

  /** Gives a user a role on one collection. */
  async grantOnCollection(collectionId: string, userId: string, role: Role): Promise<void> {
    await this.db.prisma.grant.create({
      data: { id: newId('Grant'), collectionId, userId, role },
    });
  }

  /** A space with an empty first revision. */
  async space(
    organizationId: string,
    options: {
      title?: string;
      editMode?: 'live' | 'locked';
      /** A role, `inherit` or null. */
      defaultLevel?: Role | 'inherit' | null;
      parentId?: string;
      createdAt?: Date;
      deletedAt?: Date;
    } = {},
  ): Promise<{ id: string; organizationId: string; revisionId: string }> {
    const id = newId('Space');
    const now = new Date();
    const revision = await createFirstRevision(this.db.prisma, id, { authorId: null, now });
    await this.db.prisma.space.create({
      data: {
        title: `Space ${this.next()}`,
        ...options,
        id,
        organizationId,
        revisionId: revision.id,
        position: this.#nextPosition(),
      },
    });
    return { id, organizationId, revisionId: revision.id };
  }

  /** The next change request of a space, at its head. */
  async changeRequest(
    spaceId: string,
    options: {
      subject?: string;
      status?: 'draft' | 'open' | 'archived' | 'merged';
      createdById?: string;
      createdAt?: Date;
    } = {},
  ): Promise<{ id: string; spaceId: string; number: number; revisionId: string }> {
    const { lastChangeRequest: number, revisionId } = await this.db.prisma.space.update({
      where: { id: spaceId },
      data: { lastChangeRequest: { increment: 1 } },
    });
    const id = newId('ChangeRequest');
    const { createdById } = options;
    await this.db.prisma.changeRequest.create({
      data: {
        subject: `Change ${number}`,
        status: 'open',
        ...options,
        id,
        spaceId,
        number,
        revisionId,
        revisionInitialId: revisionId,
        ...(createdById !== undefined && { contributors: { create: { userId: createdById } } }),
      },
    });
    return { id, spaceId, number, revisionId };
  }

  /** Shows a space on a published site of its organization, the only thing on it. */
  async publish(
    spaceId: string,
    visibility: 'public' | 'unlisted' | 'share-link' | 'visitor-auth' = 'public',
  ): Promise<{ siteId: string }> {
    const { organizationId } = await this.db.prisma.space.findUniqueOrThrow({
      where: { id: spaceId },
    });
    const siteId = newId('Site');
    await this.db.prisma.site.create({
      data: {
        id: siteId,
        organizationId,
        title: `Site ${this.next()}`,
        visibility,
        published: true,
        siteSpaces: {
          create: {
            id: newId('SiteSpace'),
            spaceId,
            path: 'docs',
            isDefault: true,
            position: this.#nextPosition(),
          },
        },
      },
    });
    return { siteId };
  }

  /** A collection at the top of an organization, or in another collection. */
  async collection(
    organizationId: string,
    options: { title?: string; parentId?: string; defaultLevel?: Role | 'inherit' | null } = {},
  ): Promise<{ id: string }> {
    const id = newId('Collection');
    await this.db.prisma.collection.create({
      data: {
        title: `Collection ${this.next()}`,
        ...options,
        id,
        organizationId,
        position: this.#nextPosition(),
      },
    });
    return { id };
  }

  /**
   * Runs work and answers the texts of the SQL statements that it caused, but for the note of a
   * token's use, which is written once a minute, whoever asks.
   */
  async statements(work: () => Promise<unknown>): Promise<string[]> {
    const texts: string[] = [];
    const original = pg.Client.prototype.query;
    pg.Client.prototype.query = function query(this: pg.Client, ...args: unknown[]) {
      const [first] = args as [string | { text: string }];
      texts.push(typeof first === 'string' ? first : first.text);
      return Reflect.apply(original, this, args);
    } as typeof original;
    try {
      await work();
    } finally {
      pg.Client.prototype.query = original;
    }
    return texts.filter((text) => !text.startsWith('UPDATE api_tokens'));
  }

  /** Waits until that many requests wait for locks that another transaction holds. */
  async untilBlocked(count = 1): Promise<void> {
    await vi.waitFor(
      async () => {
        const waiting = await this.db.query(sql`
          SELECT FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`);
        const found = `${waiting.length} of ${count} wait for a lock.`;
        if (waiting.length < count) throw new Error(found);
      },
      { timeout: BLOCKED_TIMEOUT_MS },
    );
  }

  /** A number that no other call got, to tell rows apart. */
  next(): number {
    this.#counter += 1;
    return this.#counter;
  }

  /** A place behind all others that this gave. */
  #nextPosition(): string {
    this.#position = positionBetween(this.#position, null);
    return this.#position;
  }
}
