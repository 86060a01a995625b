import { afterAll, beforeEach } from 'vitest';
import { createWebClient } from '../../../src/external/http/create-web-client.ts';
import { createLibreTranslator } from '../../../src/external/translator/libre-translator.ts';
import type { TranslatorServer } from '../../../src/external/translator/ask-translator.ts';
import type { Translator } from '../../../src/external/translator/translator.ts';
import type { Client } from '../../support/client.ts';
import {
  inCapitals,
  startTranslationServer,
  type TranslationServer,
} from '../../support/translation-server.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';

/** A translator that asks a server of the tests, and does not wait long for anything. */
export function translatorOf(
  { url, host }: Pick<TranslationServer, 'url' | 'host'>,
  options: Partial<TranslatorServer> = {},
): Translator {
  const web = createWebClient({ intranetHosts: [host] });
  return createLibreTranslator({ web, url, key: undefined, retryMs: 1, ...options });
}

/**
 * A world with a translation service, which is as new before each test, and an organization.
 * Awaited, as a world is told of its services when it is made.
 */
export async function useTranslatedWorld() {
  const server = await startTranslationServer();
  const world = useWorld({ translator: translatorOf(server) });
  const organization = useOrganization(world);
  afterAll(() => server.stop());
  beforeEach(() => {
    server.texts.length = 0;
    server.requests.length = 0;
    server.translate = inCapitals;
    server.answer = undefined;
  });
  return { server, world, organization };
}

/** A translation as `/v1` shows it, of a space from English to German. */
export async function createTranslation(
  client: Client,
  organizationId: string,
  space: string,
  more: Record<string, unknown> = {},
) {
  const body = { language: 'de', source: { space, language: 'en' }, ...more };
  const answer = await client.post(`/v1/orgs/${organizationId}/translations`, body);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body as { id: string };
}

interface ReadPage {
  title: string;
  markdown?: string;
  pages?: ReadPage[];
}

/** The markdown of pages of a space, by their titles. */
export async function pagesOf(client: Client, spaceId: string): Promise<Record<string, string>> {
  const { space } = await client.query(
    `query ($id: ID!) { space(id: $id) { content { pages { title ... on DocumentPage {
      markdown pages { title ... on DocumentPage { markdown } } } } } } }`,
    { id: spaceId },
  );
  const all = (pages: ReadPage[]): ReadPage[] =>
    pages.flatMap((page) => [page, ...all(page.pages ?? [])]);
  return Object.fromEntries(
    all(space.content.pages).map(({ title, markdown }) => [title, markdown ?? '']),
  );
}
