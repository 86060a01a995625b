import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { pino, type DestinationStream } from 'pino';
import { Addresses, type AddressSettings } from '../../src/addresses.ts';
import { roles, type Role } from '../../src/auth/roles.ts';
import { newTokenSecret } from '../../src/auth/tokens.ts';
import { hashSecret } from '../../src/lib/hash.ts';
import { sql, type Database } from '../../src/database/database.ts';
import { createFirstRevision } from '../../src/revisions/store/write-revision.ts';
import { createWebClient } from '../../src/external/http/create-web-client.ts';
import type { WebClient } from '../../src/external/http/web-client.ts';
import type { Translator } from '../../src/external/translator/translator.ts';
import { createGateway, type GatewayDependencies } from '../../src/gateway.ts';
import { newId } from '../../src/lib/id.ts';
import { positionBetween } from '../../src/lib/position.ts';
import { schema } from '../../src/schema.ts';
import type { Cast } from './cast.ts';
import { Client } from './client.ts';
import { inCapitals } from './translation-server.ts';
import { sendBytes, startWebSite, type WebSite } from './web-site.ts';
import { connectForCopies, createTestDatabase, type TestDatabase } from './postgres.ts';
import { eventually } from './eventually.ts';
import { replaceNameServers } from './name-server.ts';
import { borrowDatabase, openTestDatabase, type BorrowedDatabase } from './reused-databases.ts';

replaceNameServers();

/** Base URL of the gateway in tests. */
export const baseUrl = 'https://docs.example.com';

/** Addresses of the gateway in tests. */
export const addresses = new Addresses({ baseUrl });

/** Translates to upper case, without a service. */
const capitals: Translator = {
  ...{ textsMax: 100, charactersMax: 100_000 },
  translate: ({ texts }) => Promise.resolve(texts.map(inCapitals)),
};

/** The parts of a started world. */
interface Parts {
  app: FastifyInstance;
  database: BorrowedDatabase;
  site: WebSite;
  web: WebClient;
  translator: Translator | null;
}

interface WorldOptions extends Partial<
  Pick<GatewayDependencies, 'production' | 'reader' | 'metricsToken' | 'mcpWrites' | 'mailer'>
> {
  trustedDocuments?: GatewayDependencies['trustedDocuments'];
  /** Replaces the translator to upper case. */
  translator?: Translator | null;
  /** Replaces the number of connections to the database. */
  poolSize?: number;
  /** Replaces `baseUrl`. */
  baseUrl?: () => string;
  /** Patterns of addresses. */
  addresses?: Pick<AddressSettings, 'appUrl' | 'sitesUrl'>;
  /** Replaces the client that reaches only the world's page on this machine. */
  web?: WebClient;
  /** Receives log lines of level warning and above, in place of errors on the console. */
  onWarning?: DestinationStream;
  /** Replaces the new database on the server of the test run. */
  database?: TestDatabase;
}

/**
 * A gateway on a database that no other uses meanwhile, with helpers to fill it. Rows that a test
 * is not about are written to the database directly; all others go through the surfaces.
 */
export class World {
  #parts: Parts | undefined;
  #copying: Promise<pg.Client> | undefined;
  #counter = 0;
  #position: string | null = null;

  /** Creates and starts a world. Most tests use `useWorld` instead. */
  static async create(options: WorldOptions = {}): Promise<World> {
    const world = new World();
    await world.start(options);
    return world;
  }

  /** Creates the database and starts the gateway. */
  async start(options: WorldOptions = {}): Promise<void> {
    const { poolSize } = options;
    const isOwn = options.database !== undefined || poolSize !== undefined;
    const database = isOwn
      ? openTestDatabase(options.database ?? (await createTestDatabase()), poolSize)
      : await borrowDatabase();
    const { db } = database;
    const page = sendBytes('text/markdown', '# Imported\n\nFrom elsewhere.\n');
    const site = await startWebSite({ '/page.md': page });
    const web = options.web ?? createWebClient({ intranetHosts: [site.host] });
    const translator = options.translator === undefined ? capitals : options.translator;
    const app = await createGateway({
      ...{ schema, db, web, translator },
      log: pino({ level: options.onWarning ? 'warn' : 'error' }, options.onWarning),
      addresses: () =>
        new Addresses({ ...options.addresses, baseUrl: options.baseUrl?.() ?? baseUrl }),
      mailer: options.mailer ?? null,
      production: options.production ?? false,
      reader: options.reader ?? true,
      ...{ metricsToken: options.metricsToken, trustedDocuments: options.trustedDocuments },
      mcpWrites: options.mcpWrites ?? false,
    });
    this.#parts = { app, database, site, web, translator };
  }

  async destroy(): Promise<void> {
    const parts = this.#parts;
    // The modules of test files stay loaded, and with them their worlds.
    this.#parts = undefined;
    await parts?.app.close();
    await parts?.site.stop();
    await (await this.#copying)?.end();
    this.#copying = undefined;
    await parts?.database.giveBack();
  }

  get db(): Database {
    return this.#started().database.db;
  }

  get app(): FastifyInstance {
    return this.#started().app;
  }

  /** The client for requests of the gateway and of jobs to other servers. */
  get web(): WebClient {
    return this.#started().web;
  }

  /** The translator of the gateway. */
  get translator(): Translator | null {
    return this.#started().translator;
  }

  /** URL of a markdown page on another server. */
  get webPage(): string {
    return `${this.#started().site.url}/page.md`;
  }

  /** URL of the database, for other processes. */
  get url(): string {
    return this.#started().database.url;
  }

  /** Returns a connection for copies of rows. */
  copyingConnection(): Promise<pg.Client> {
    this.#copying ??= connectForCopies(this.url);
    return this.#copying;
  }

  #started(): Parts {
    if (!this.#parts) throw new Error('The world is there in hooks and tests only.');
    return this.#parts;
  }

  /** Returns a client without a token. */
  anonymous(): Client {
    return new Client(this.app, '', undefined);
  }

  /** Returns a client with that token. */
  withToken(token: string): Client {
    return new Client(this.app, '', token);
  }

  /** Creates a user with a token and no memberships. */
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

  /** Creates an organization with an admin. */
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

  /** Adds a new member to an organization; the role null makes a guest. */
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

  /** Creates one user of each kind: a member per role, a guest, a disabled admin and a stranger. */
  async cast(organizationId: string): Promise<Cast> {
    const entries: [keyof Cast, Client][] = [
      ['guest', await this.member(organizationId, null)],
      ['disabled', await this.member(organizationId, 'admin', { disabled: true })],
      ['stranger', await this.user()],
    ];
    for (const role of roles) entries.push([role, await this.member(organizationId, role)]);
    return Object.fromEntries(entries) as Cast;
  }

  /** Grants a user a role on a space. */
  async grant(spaceId: string, userId: string, role: Role): Promise<void> {
    await this.db.prisma.grant.create({ data: { id: newId('Grant'), spaceId, userId, role } });
  }

  /** Grants a user a role on a collection. */
  async grantOnCollection(collectionId: string, userId: string, role: Role): Promise<void> {
    await this.db.prisma.grant.create({
      data: { id: newId('Grant'), collectionId, userId, role },
    });
  }

  /** Creates a space with an empty first revision. */
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

  /** Creates the next change request of a space, at its head. */
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

  /** Publishes a space on a new site of its organization. */
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

  /** Creates a collection at the top of an organization, or in another collection. */
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
   * Runs work, and returns its SQL statements. Omits the update of a token's last use, which
   * happens at most once a minute.
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

  /** Runs a read twice, and returns the SQL statements of the second run: the first plans it. */
  async plannedStatements(read: () => Promise<unknown>): Promise<string[]> {
    await read();
    return await this.statements(read);
  }

  /** Waits until `count` requests wait for locks of another transaction. */
  async untilBlocked(count = 1): Promise<void> {
    await eventually(async () => {
      const waiting = await this.db.query(sql`
          SELECT FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`);
      const found = `${waiting.length} of ${count} wait for a lock.`;
      if (waiting.length < count) throw new Error(found);
    });
  }

  /** Returns a new number, to tell rows apart. */
  next(): number {
    this.#counter += 1;
    return this.#counter;
  }

  /** Returns a position after all earlier ones. */
  #nextPosition(): string {
    this.#position = positionBetween(this.#position, null);
    return this.#position;
  }
}
