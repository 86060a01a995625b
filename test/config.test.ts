import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../src/config.ts';

/** What a wrong environment is told. */
function problems(environment: NodeJS.ProcessEnv): string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n').slice(1);
    throw error;
  }
  throw new Error('Nothing was refused.');
}

describe('the settings', () => {
  it('have defaults that work without any of them', () => {
    expect(readConfig({})).toMatchObject({
      ...{ port: 4000, host: '127.0.0.1', baseUrl: undefined, databaseUrl: undefined },
      ...{ appUrl: undefined, sitesUrl: undefined },
      ...{ dataDir: path.resolve('.data'), adminEmail: 'admin@localhost', adminToken: undefined },
      ...{ demo: undefined, worker: true, production: false, logLevel: 'info' },
    });
  });

  it('have a mail server only together with a sender', () => {
    const SMTP_URL = 'smtps://docs:secret@mail.example.com:465';
    for (const MAIL_FROM of ['docs@example.com', 'Our docs <docs@example.com>']) {
      const { smtp } = readConfig({ SMTP_URL, MAIL_FROM });
      expect(smtp).toEqual({ url: SMTP_URL, from: MAIL_FROM });
    }
    expect(readConfig({ MAIL_FROM: 'docs@example.com' }).smtp).toBeUndefined();
    expect(problems({ SMTP_URL })).toEqual([expect.stringContaining('MAIL_FROM: is needed')]);
    const wrong = { SMTP_URL: 'https://mail.example.com', MAIL_FROM: 'docs@example.com\nBcc: x' };
    expect(problems(wrong)).toEqual([
      expect.stringContaining('SMTP_URL: must start with smtp://'),
      expect.stringContaining('MAIL_FROM: must be an e-mail address'),
    ]);
  });

  it('name the hosts of an intranet', () => {
    expect(readConfig({}).intranetHosts).toEqual([]);
    const INTRANET_HOSTS = 'wiki.intranet, Docs.intranet:8080,[fd00::1]:81,10.0.0.1';
    expect(readConfig({ INTRANET_HOSTS }).intranetHosts).toEqual([
      ...['wiki.intranet', 'docs.intranet:8080', '[fd00::1]:81', '10.0.0.1'],
    ]);
    for (const wrong of ['https://wiki.intranet', 'wiki intranet', 'wiki:port', 'a,,b']) {
      expect(problems({ INTRANET_HOSTS: wrong })).toEqual([
        expect.stringContaining('INTRANET_HOSTS: must be hosts'),
      ]);
    }
  });

  it('are unset when they are empty', () => {
    expect(readConfig({ PORT: '', BASE_URL: '', DEMO: '', ADMIN_TOKEN: '' })).toEqual(
      readConfig({}),
    );
  });

  it('are read as what they mean', () => {
    const config = readConfig({
      ...{ PORT: '0', BASE_URL: 'https://docs.example.com//', DEMO: '0', PROFILE: 'production' },
      ...{ DATABASE_URL: 'postgres://db.example.com/docs', DATABASE_POOL_SIZE: '3' },
    });
    expect(config).toMatchObject({
      ...{ port: 0, baseUrl: 'https://docs.example.com', demo: false, production: true },
      ...{ databaseUrl: 'postgres://db.example.com/docs', databasePoolSize: 3 },
    });
  });

  it.each([
    ['PORT', '65536'],
    ['PORT', 'http'],
    ['BASE_URL', 'docs.example.com'],
    ['BASE_URL', 'ftp://docs.example.com'],
    ['APP_URL', 'https://app.example.com'],
    ['APP_URL', 'https://app.example.com/{path}'],
    ['APP_URL', 'https://{organization}.example.com/{path}'],
    ['APP_URL', 'https://app.example.com/{organization}/{path}?a=b'],
    ['APP_URL', 'app.example.com/{organization}/{path}'],
    ['SITES_URL', 'https://example.com/{site}'],
    ['SITES_URL', 'https://example.com/site-{site}/{path}'],
    ['SITES_URL', 'https://example.com/{basename}/{path}'],
    ['SITES_URL', 'https://example.com/{site}/{site}/{path}'],
    ['SITES_URL', 'https://example.com/{site}/{hostname}/{path}'],
    ['SITES_URL', 'https://exa mple.com/{site}/{path}'],
    ['SITES_URL', 'https://example.com:port/{site}/{path}'],
    ['DATABASE_URL', 'mysql://localhost/docs'],
    ['DATABASE_POOL_SIZE', '1'],
    ['ADMIN_EMAIL', 'admin'],
    ['ADMIN_TOKEN', 'short'],
    ['ADMIN_TOKEN', 'a token that no header can carry'],
    ['ADMIN_TOKEN', 'ein-schlüssel-mit-umlaut'],
    ['DEMO', 'yes'],
    ['PROFILE', 'staging'],
    ['LOG_LEVEL', 'loud'],
  ])('%s=%s is refused by its name', (name, value) => {
    const [problem, ...others] = problems({ [name]: value });
    expect(problem).toMatch(new RegExp(`^  ${name}: \\S`));
    expect(others).toEqual([]);
  });

  it('are patterns of addresses', () => {
    const config = readConfig({
      APP_URL: 'https://example.com/app/{organization}/{path}',
      SITES_URL: 'http://localhost:3000/{organization}/{basename}/{path}',
    });
    expect(config).toMatchObject({
      appUrl: 'https://example.com/app/{organization}',
      sitesUrl: 'http://localhost:3000/{organization}/{basename}',
    });
    expect(problems({ SITES_URL: 'https://example.com/{basename}/{path}' })).toEqual([
      '  SITES_URL: must name the site by {site}, or by {organization} and {basename}, and have no ' +
        'other variable, but is "https://example.com/{basename}/{path}"',
    ]);
  });

  it('turn traces on by the endpoint of a collector', () => {
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
    const isTraced = (settings: Record<string, string>) => readConfig(settings).tracing;
    expect(isTraced({})).toBe(false);
    expect(isTraced(endpoint)).toBe(true);
    expect(isTraced({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector:4318/v1' })).toBe(true);
    expect(isTraced({ ...endpoint, OTEL_SDK_DISABLED: 'TRUE' })).toBe(false);
    expect(isTraced({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' })).toBe(false);
    expect(problems({ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toEqual([
      expect.stringContaining('OTEL_EXPORTER_OTLP_PROTOCOL: must be http/protobuf'),
    ]);
  });

  it('are refused all at once', () => {
    const told = problems({ PORT: 'x', DEMO: 'x', PROFILE: 'x' });
    expect(told.map((line) => line.trim().split(':')[0] ?? '').toSorted()).toEqual([
      ...['DEMO', 'PORT', 'PROFILE'],
    ]);
  });

  it('never show a secret in an error', () => {
    const secret = 'hunter2hunter2';
    expect(problems({ ADMIN_TOKEN: secret, PORT: 'x' }).join()).not.toContain(secret);
  });
});
