import path from 'node:path';
import { z } from 'zod';
import { URL_LENGTH_MAX, webUrl } from './lib/web-url.ts';

const flag = z.enum(['0', '1']).transform((value) => value === '1');

function wholeNumber(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error });
}

/** Settings whose values an error may show, as none of them holds a secret. */
const shownSettings: ReadonlySet<string> = new Set([
  ...['PORT', 'HOST', 'DATABASE_POOL_SIZE', 'ADMIN_EMAIL', 'TRANSLATOR', 'INTRANET_HOSTS'],
  ...['DEMO', 'WORKER', 'PROFILE', 'LOG_LEVEL'],
]);

const environmentSchema = z.object({
  PORT: wholeNumber(0, 65_535).default(4000),
  HOST: z.string().min(1).default('127.0.0.1'),
  BASE_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
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
  ADMIN_TOKEN: z
    .string()
    .min(16)
    .max(200)
    .regex(/^[\x21-\x7e]*$/, 'must have letters, digits and signs of ASCII only, no spaces')
    .optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^/\s]+/, 'must start with smtp:// or smtps:// and name a host')
    .max(URL_LENGTH_MAX)
    .refine((url) => URL.canParse(url), 'must be an address')
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
  TRANSLATOR_KEY: z
    .string()
    .max(1000)
    .regex(/^[\x21-\x7e]*$/, 'must have letters, digits and signs of ASCII only, no spaces')
    .optional(),
  TRANSLATOR_MODEL: z.string().max(200).default('gpt-4o-mini'),
  DEMO: flag.optional(),
  WORKER: flag.default(true),
  PROFILE: z.enum(['development', 'production']).default('development'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** Mail needs a sender as well as a server. */
const settingsSchema = environmentSchema.refine(
  ({ SMTP_URL, MAIL_FROM }) => SMTP_URL === undefined || MAIL_FROM !== undefined,
  { path: ['MAIL_FROM'], message: 'is needed with SMTP_URL: who the mails are from' },
);

/** Which service translates. */
export interface TranslatorSettings {
  kind: 'libretranslate' | 'openai';
  /** Its address, without a slash at its end. */
  url: string;
  key: string | undefined;
  /** Only of the kind `openai`. */
  model: string;
}

export interface Config {
  port: number;
  host: string;
  /** Prefix of every `urls.*`, without a trailing slash; undefined: made from host and port. */
  baseUrl: string | undefined;
  /** Undefined: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | undefined;
  databasePoolSize: number;
  dataDir: string;
  adminEmail: string;
  adminToken: string | undefined;
  /** The mail server and who mails are from; undefined: no mail is sent. */
  smtp: { url: string; from: string } | undefined;
  /** Hosts that may be asked although their addresses are not public: `host` or `host:port`. */
  intranetHosts: string[];
  /** The service that translates; undefined: translations wait for one. */
  translator: TranslatorSettings | undefined;
  /** Undefined: only when an embedded database is created. */
  demo: boolean | undefined;
  /** Whether this process runs jobs; else `npm run worker` does. */
  worker: boolean;
  production: boolean;
  logLevel: string;
}

/** A setting has a value that cannot be used; the message lists every such setting. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * Reads the settings. No other file looks at the environment. An empty value counts as unset.
 *
 * @throws ConfigError naming each setting that cannot be used, and why
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
    databaseUrl: values.DATABASE_URL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    dataDir: path.resolve(values.DATA_DIR),
    adminEmail: values.ADMIN_EMAIL,
    adminToken: values.ADMIN_TOKEN,
    smtp: smtpUrl !== undefined && from !== undefined ? { url: smtpUrl, from } : undefined,
    intranetHosts: values.INTRANET_HOSTS,
    translator: translatorOf(values),
    demo: values.DEMO,
    worker: values.WORKER,
    production: values.PROFILE === 'production',
    logLevel: values.LOG_LEVEL,
  };
}

function translatorOf(values: z.output<typeof environmentSchema>): TranslatorSettings | undefined {
  const { TRANSLATOR: kind, TRANSLATOR_URL: url, TRANSLATOR_KEY: key } = values;
  return url === undefined ? undefined : { kind, url, key, model: values.TRANSLATOR_MODEL };
}

/** The folder for what can be fetched again; it may be deleted while nothing runs. */
export function cacheDirOf({ dataDir }: Config): string {
  return path.join(dataDir, 'cache');
}
