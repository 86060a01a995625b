import { describe, expect, it } from 'vitest';
import type { TranslatorServer } from '../../../src/external/translator/ask-translator.ts';
import { createWebClient } from '../../../src/external/http/create-web-client.ts';
import { createOpenAiTranslator } from '../../../src/external/translator/open-ai-translator.ts';
import type { Translator } from '../../../src/external/translator/translator.ts';
import { writePages } from '../../support/content.ts';
import { jobServices, runJobs } from '../../support/run-jobs.ts';
import { inCapitals } from '../../support/translation-server.ts';
import { createTranslation, pagesOf, translatorOf, useTranslatedWorld } from './support.ts';

const { server, world, organization } = await useTranslatedWorld();

async function newTranslation(markdown = 'One paragraph.\n', more = {}) {
  const { id: spaceId } = await world.space(organization.id, { title: 'Docs' });
  await writePages(world, spaceId, [{ title: 'Page', markdown }]);
  const created = await createTranslation(organization.admin, organization.id, spaceId, more);
  const url = `/v1/orgs/${organization.id}/translations/${created.id}`;
  const run = async (translator?: Translator | null) => {
    await (translator === undefined
      ? runJobs(world)
      : runJobs(world, { ...jobServices(world), translator }));
    return (await organization.admin.get(url)).body;
  };
  const again = async () => {
    expect((await organization.admin.post(`${url}/run`)).status).toBe(204);
    return run();
  };
  return { spaceId, url, run, again };
}

const status = (code: number) => () => {
  server.answer = (response) => response.writeHead(code).end('no');
  return undefined;
};
const body = (text: string) => () => {
  server.answer = (response) => response.end(text);
  return undefined;
};
const with_ = (options: Partial<TranslatorServer>) => () => translatorOf(server, options);

type Trouble = () => Translator | null | undefined;

describe('a run that fails', () => {
  it.each<[string, Trouble, string]>([
    ['no server', with_({ url: 'http://127.0.0.1:9' }), 'TRANSLATOR_UNREACHABLE'],
    ['an unknown host', with_({ url: 'http://nowhere.invalid' }), 'TRANSLATOR_UNREACHABLE'],
    [
      'a server that may not be asked',
      () => translatorOf({ ...server, host: 'x' }),
      'TRANSLATOR_UNREACHABLE',
    ],
    ['a key that is refused', status(401), 'TRANSLATOR_REFUSED'],
    ['too many requests, for ever', status(429), 'TRANSLATOR_BUSY'],
    ['an error of the server', status(500), 'TRANSLATOR_FAILED'],
    ['a text that is too large', status(413), 'TRANSLATOR_TOO_LARGE'],
    ['an answer that is no JSON', body('<html>'), 'TRANSLATOR_GARBLED'],
    ['an answer of another protocol', body('{"translatedText":"one"}'), 'TRANSLATOR_GARBLED'],
    ['an answer that is too large', body(`"${'x'.repeat(9_000_000)}"`), 'TRANSLATOR_TOO_LARGE'],
    [
      'no answer in time',
      () => {
        server.answer = () => {};
        return translatorOf(server, { timeoutMs: 300 });
      },
      'TRANSLATOR_TIMEOUT',
    ],
    ['no translator', () => null, 'TRANSLATOR_MISSING'],
  ])('because of %s says so, and the next one works', async (_, trouble, code) => {
    const { run, again } = await newTranslation();
    const translator = trouble();
    const failed = await run(translator === undefined ? undefined : translator);
    expect(failed).toMatchObject({
      status: 'pending',
      problem: { code, step: code === 'TRANSLATOR_MISSING' ? 'read' : 'translate' },
    });
    expect(failed.problem.remedy).not.toBe('');
    expect(failed.result).toBeUndefined();
    server.answer = undefined;
    const done = await again();
    expect(done).toMatchObject({ status: 'completed', stats: { runs: 2 } });
    expect(done.problem).toBeUndefined();
  });

  it('because of a language that the service does not know says so', async () => {
    const { run } = await newTranslation('One.\n', { language: 'fi' });
    expect(await run()).toMatchObject({
      status: 'pending',
      problem: { code: 'LANGUAGE_UNSUPPORTED', step: 'translate' },
    });
  });

  it('because the source is deleted works again when it is restored', async () => {
    const { spaceId, run, again } = await newTranslation();
    await organization.admin.delete(`/v1/spaces/${spaceId}`);
    const failed = await run();
    expect(failed.problem).toMatchObject({ code: 'SOURCE_SPACE_MISSING', step: 'read' });
    await organization.admin.post(`/v1/spaces/${spaceId}/restore`);
    expect(await again()).toMatchObject({ status: 'completed' });
  });

  it('because the result is deleted keeps it, and works again when it is restored', async () => {
    const { run, again } = await newTranslation();
    const { result } = await run();
    await organization.admin.delete(`/v1/spaces/${result.space}`);
    const failed = await again();
    expect(failed).toMatchObject({
      ...{ status: 'completed', result: { space: result.space } },
      problem: { code: 'RESULT_SPACE_MISSING', step: 'read' },
    });
    await organization.admin.post(`/v1/spaces/${result.space}/restore`);
    expect((await again()).problem).toBeUndefined();
  });

  it('goes on where it ended', async () => {
    const markdown = Array.from({ length: 120 }, (_, index) => `Paragraph ${index}.\n`).join('\n');
    const { run, again } = await newTranslation(markdown);
    server.translate = (text) => {
      if (text.includes('Paragraph 100'))
        server.answer = (response) => response.writeHead(500).end();
      return inCapitals(text);
    };
    await run();
    server.answer = undefined;
    server.translate = inCapitals;
    const done = await again();
    expect((await pagesOf(organization.admin, done.result.space)).PAGE).toBe(
      markdown.toUpperCase(),
    );
  });
});

describe('an answer that breaks the markup', () => {
  it('is refused: the texts between are sent alone, and what cannot be translated stays', async () => {
    const { url, run } = await newTranslation('Press **this** now.\n\nAnd **that**.\n');
    server.translate = (text) =>
      text === 'And' ? '<b>' : inCapitals(text.replaceAll(/<[^>]*>/g, ''));
    const done = await run();
    expect(done.status).toBe('completed');
    expect((await pagesOf(organization.admin, done.result.space)).PAGE).toBe(
      'PRESS **THIS** NOW.\n\nAnd **that**.\n',
    );
    const { node } = await organization.admin.query(
      `query ($id: ID!) { node(id: $id) { ... on Translation { latestRun {
        progress results(first: 5) { nodes { path outcome message } } } } } }`,
      { id: url.split('/').at(-1) },
    );
    expect(node.latestRun.progress).toBe(1);
    expect(node.latestRun.results.nodes).toMatchObject([{ outcome: 'partly-translated' }]);
  });

  it('is asked for again by each run, which counts the page only when it says something else', async () => {
    const { run, again } = await newTranslation('One.\n\nPress **this**.\n');
    server.translate = (text) => (/Press|this/.test(text) ? '<b>' : inCapitals(text));
    const first = await run();
    expect(first.stats).toMatchObject({ latestPages: 1, latestWords: 2 });
    server.texts.length = 0;
    const second = await again();
    expect(server.texts[0]).toContain('Press');
    expect(server.texts).not.toContain('One.');
    expect(second.stats).toMatchObject({ latestPages: 0, latestWords: 0, totalPages: 1 });
    expect(second.result.revision).toBe(first.result.revision);
    server.translate = inCapitals;
    const third = await again();
    expect(third.stats).toMatchObject({ latestPages: 1, latestWords: 2, totalPages: 1 });
    expect((await pagesOf(organization.admin, third.result.space)).PAGE).toBe(
      'ONE.\n\nPRESS **THIS**.\n',
    );
    expect((await again()).stats).toMatchObject({ latestPages: 0, totalPages: 1 });
  });
});

describe('a chat model', () => {
  it('translates with the instructions, and its key is in its header only', async () => {
    const { run } = await newTranslation();
    const web = createWebClient({ intranetHosts: [server.host] });
    const options = { web, url: server.url, key: 'sk-secret', model: 'small', retryMs: 1 };
    const done = await run(createOpenAiTranslator(options));
    expect((await pagesOf(organization.admin, done.result.space)).PAGE).toBe('ONE PARAGRAPH.\n');
    const request = server.requests.at(-1);
    expect(request?.headers.authorization).toBe('Bearer sk-secret');
    expect(JSON.stringify(request?.body)).not.toContain('sk-secret');
  });
});
