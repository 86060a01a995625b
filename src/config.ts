import path from 'node:path';
import { z } from 'zod';
import { Addresses } from './addresses.ts';
import { URL_LENGTH_MAX, webUrl } from './lib/web-url.ts';

const flag = z.enum(['0', '1']).transform((value) => value === '1');

function wholeNumber(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error });
}

/**
 * A pattern of addresses, without the `/{path}` at its end.
 *
 * @param sets the sets of variables of which it must contain one
 */
function addressPattern(example: string, sets: readonly string[][], rule: string) {
  return z
    .string()
    .max(URL_LENGTH_MAX)
    .regex(
      /^https?:\/\/[^/{}@?#"\\\s]+(\/([^/{}?#"\\\s]+|\{\w+\}))*\/\{path\}$/,
      `must be a URL with variables as whole segments and /{path} at its end, such as ${example}`,
    )
    .transform((pattern) => pattern.slice(0, -'/{path}'.length))
    .refine((root) => URL.canParse(root), 'must be a URL')
    .refine((root) => {
      const names = [...root.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      return sets.some(
        (set) => set.length === names.length && set.every((name) => names.includes(name)),
      );
    }, rule)
    .optional();
}

/** Protocol of a collector of OpenTelemetry. */
const otlpProtocol = z.literal('http/protobuf', 'must be http/protobuf').optional();

/** A secret that fits into a header. */
const secretText = z
  .string()
  .regex(/^[\x21-\x7e]*$/, 'must have letters, digits and signs of ASCII only, no spaces');

/** Settings whose values an error may show, since they contain no secret. */
const shownSettings: ReadonlySet<string> = new Set([
  ...['PORT', 'HOST', 'DATABASE_POOL_SIZE', 'ADMIN_EMAIL', 'TRANSLATOR', 'INTRANET_HOSTS'],
  ...['APP_URL', 'SITES_URL', 'TRUSTED_DOCUMENTS'],
  ...['DEMO', 'WORKER', 'READER', 'MCP_WRITES', 'PROFILE', 'LOG_LEVEL'],
]);

const environmentSchema = z.object({
  PORT: wholeNumber(0, 65_535).default(4000),
  HOST: z.string().min(1).default('127.0.0.1'),
  BASE_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  APP_URL: addressPattern(
    'https://app.example.com/{organization}/{path}',
    [['organization']],
    'must name the organization by {organization}, and have no other variable',
  ),
  SITES_URL: addressPattern(
    'https://docs.example.com/{site}/{path}',
    [['site'], ['organization', 'basename']],
    'must name the site by {site}, or by {organization} and {basename}, and have no other variable',
  ),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgresql://')
    .optional(),
  DATABASE_POOL_SIZE: wholeNumber(2, 200).default(16),
  DATA_DIR: z.string().min(1).default('.data'),
  ADMIN_EMAIL: z
    .string()
    .regex(/^[^@\s]+@[^@\s]+$/, 'must be an e-mail address')
    .default('admin@localhost'),
  ADMIN_TOKEN: secretText.min(16).max(200).optional(),
  TRUSTED_DOCUMENTS: z
    .string()
    .transform((text) => text.split(',').map((file) => file.trim()))
    .refine((files) => !files.includes(''), 'must be files, with commas between them')
    .optional(),
  METRICS_TOKEN: secretText.min(16).max(200).optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^/\s]+/, 'must start with smtp:// or smtps:// and name a host')
    .max(URL_LENGTH_MAX)
    .refine((url) => URL.canParse(url), 'must be a URL')
    .optional(),
  MAIL_FROM: z
    .string()
    .max(320)
    .regex(
      /^([^<>@"\r\n]{1,64} )?<[^@\s<>]+@[^@\s<>]+>$|^[^@\s<>]+@[^@\s<>]+$/,
      'must be an e-mail address, or "Name <address>"',
    )
    .optional(),
  INTRANET_HOSTS: z
    .string()
    .transform((text) => text.split(',').map((host) => host.trim().toLowerCase()))
    .refine(
      (hosts) => hosts.every((host) => /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/.test(host)),
      'must be hosts, or host:port, with commas between them',
    )
    .default([]),
  TRANSLATOR: z.enum(['libretranslate', 'openai']).default('libretranslate'),
  TRANSLATOR_URL: webUrl.transform((url) => url.replace(/\/+$/, '')).optional(),
  TRANSLATOR_KEY: secretText.max(1000).optional(),
  TRANSLATOR_MODEL: z.string().max(200).default('gpt-4o-mini'),
  DEMO: flag.optional(),
  WORKER: flag.default(true),
  READER: flag.default(true),
  MCP_WRITES: flag.default(false),
  PROFILE: z.enum(['development', 'production']).default('development'),
  OTEL_EXPORTER_OTLP_ENDPOINT: webUrl.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: webUrl.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: otlpProtocol,
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: otlpProtocol,
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none']).default('otlp'),
  OTEL_SDK_DISABLED: z.string().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** Mail needs a sender as well as a server. */
const settingsSchema = environmentSchema.refine(
  ({ SMTP_URL, MAIL_FROM }) => SMTP_URL === undefined || MAIL_FROM !== undefined,
  { path: ['MAIL_FROM'], message: 'is needed with SMTP_URL: who the mails are from' },
);

/** Settings of the translation service. */
export interface TranslatorSettings {
  kind: 'libretranslate' | 'openai';
  /** Base URL of the service, without a trailing slash. */
  url: string;
  key: string | undefined;
  /** Name of the model; used by the kind `openai` only. */
  model: string;
}

export interface Config {
  port: number;
  host: string;
  /**
   * Public address of the gateway, without a trailing slash. If undefined, it is built from host
   * and port.
   */
  baseUrl: string | undefined;
  /** Pattern of addresses of the app; see `AddressSettings`. */
  appUrl: string | undefined;
  /** Pattern of addresses of published sites. */
  sitesUrl: string | undefined;
  /** If undefined, the embedded PostgreSQL in `dataDir` is used. */
  databaseUrl: string | undefined;
  databasePoolSize: number;
  dataDir: string;
  adminEmail: string;
  adminToken: string | undefined;
  /** Manifests of the only documents that `/graphql` runs. If undefined, it runs all. */
  trustedDocuments: string[] | undefined;
  /** Token that `/metrics` requires. If undefined, it is not served. */
  metricsToken: string | undefined;
  /** The mail server and the sender of mails. If undefined, no mail is sent. */
  smtp: { url: string; from: string } | undefined;
  /** Hosts that may be requested although their addresses are private: `host` or `host:port`. */
  intranetHosts: string[];
  /** The translation service. If undefined, translations wait until one is configured. */
  translator: TranslatorSettings | undefined;
  /** Whether to create the demo data. If undefined, only with a new embedded database. */
  demo: boolean | undefined;
  /** Whether this process runs jobs; otherwise `docgraph worker` runs them. */
  worker: boolean;
  /** Serves the pages at the addresses in responses. */
  reader: boolean;
  /** Serves operations that write to agents, too. */
  mcpWrites: boolean;
  production: boolean;
  /** Whether to record spans and send them to a collector, by the variables of OpenTelemetry. */
  tracing: boolean;
  logLevel: string;
}

/** An error that lists every setting with an invalid value. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * Reads the settings; no other file reads the environment. An empty value counts as unset.
 *
 * @throws ConfigError naming each invalid setting, and why it is invalid
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const result = settingsSchema.safeParse(given);
  if (!result.success) {
    const problems = result.error.issues.map(({ path: [name], message }) => {
      const value = shownSettings.has(String(name)) ? environment[String(name)] : undefined;
      return `${String(name)}: ${message}${value === undefined ? '' : `, but is "${value}"`}`;
    });
    throw new ConfigError(`These settings cannot be used:\n  ${problems.join('\n  ')}`);
  }
  const values = result.data;
  const { SMTP_URL: smtpUrl, MAIL_FROM: from } = values;
  return {
    port: values.PORT,
    host: values.HOST,
    baseUrl: values.BASE_URL,
    appUrl: values.APP_URL,
    sitesUrl: values.SITES_URL,
    databaseUrl: values.DATABASE_URL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    dataDir: path.resolve(values.DATA_DIR),
    adminEmail: values.ADMIN_EMAIL,
    adminToken: values.ADMIN_TOKEN,
    trustedDocuments: values.TRUSTED_DOCUMENTS?.map((file) => path.resolve(file)),
    metricsToken: values.METRICS_TOKEN,
    smtp: smtpUrl !== undefined && from !== undefined ? { url: smtpUrl, from } : undefined,
    intranetHosts: values.INTRANET_HOSTS,
    translator: translatorOf(values),
    demo: values.DEMO,
    worker: values.WORKER,
    reader: values.READER,
    mcpWrites: values.MCP_WRITES,
    production: values.PROFILE === 'production',
    tracing: isTraced(values),
    logLevel: values.LOG_LEVEL,
  };
}

function isTraced(values: z.output<typeof environmentSchema>): boolean {
  const endpoint = values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? values.OTEL_EXPORTER_OTLP_ENDPOINT;
  const isDisabled = values.OTEL_SDK_DISABLED?.toLowerCase() === 'true';
  return endpoint !== undefined && values.OTEL_TRACES_EXPORTER === 'otlp' && !isDisabled;
}

function translatorOf(values: z.output<typeof environmentSchema>): TranslatorSettings | undefined {
  const { TRANSLATOR: kind, TRANSLATOR_URL: url, TRANSLATOR_KEY: key } = values;
  return url === undefined ? undefined : { kind, url, key, model: values.TRANSLATOR_MODEL };
}

/** Returns the addresses for settings; without `BASE_URL`, for the address that it listens on. */
export function addressesOf({ baseUrl = '', appUrl, sitesUrl }: Config, listening = ''): Addresses {
  return new Addresses({ baseUrl: baseUrl || listening, appUrl, sitesUrl });
}

/** Returns the folder of cached files. It may be deleted while no process runs. */
export function cacheDirOf({ dataDir }: Config): string {
  return path.join(dataDir, 'cache');
}
