import type { LightMyRequestResponse } from 'fastify';
import { parseHTML } from 'linkedom';
import { createSite, type SiteHandle } from '../features/sites/support.ts';
import { writePages, type TestPage } from '../support/content.ts';
import type { World } from '../support/world.ts';

/** A page that the reader has sent. */
export interface Opened {
  response: LightMyRequestResponse;
  status: number;
  document: Document;
  /** Text of the page, without repeated blanks. */
  text: string;
}

/** Opens an address without a network, as a browser does. */
export async function open(
  world: World,
  url: string,
  headers: Record<string, string> = {},
): Promise<Opened> {
  const path = url.replace(/^https?:\/\/[^/]+/, '');
  const response = await world.app.inject({
    url: path,
    headers: { accept: 'text/html', ...headers },
  });
  const { document } = parseHTML(response.body || '<html></html>') as unknown as {
    document: Document;
  };
  const text = (document.querySelector('main')?.textContent ?? '').replace(/\s+/g, ' ').trim();
  return { response, status: response.statusCode, document, text };
}

/** Creates a published site that shows a space with these pages. */
export async function publishedSite(
  world: World,
  organization: { id: string; admin: SiteHandle['admin'] },
  pages: readonly TestPage[],
  body: object = {},
): Promise<{ site: SiteHandle; url: string; spaceId: string; ids: Record<string, string> }> {
  const site = await createSite(world, { organization, body: { title: 'Manual', ...body } });
  const space = await world.space(organization.id, { title: 'Guides' });
  const { ids } = await writePages(world, space.id, pages);
  await site.addSpace({ spaceId: space.id });
  await site.publish();
  return { site, url: `/s/${site.id}`, spaceId: space.id, ids };
}

/** Returns the texts of the elements that a selector finds. */
export function texts({ document }: Opened, selector: string): string[] {
  return [...document.querySelectorAll(selector)].map(({ textContent }) =>
    (textContent ?? '').replace(/\s+/g, ' ').trim(),
  );
}
