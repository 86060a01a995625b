import { describe, expect, it } from 'vitest';
import {
  begin,
  deliver,
  logIn,
  problemOn,
  tokenOn,
  unsigned,
  useProvider,
} from '../../support/saml-login.ts';
import { readVersions } from '../../support/table-rows.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';

const world = useWorld();
const organization = useOrganization(world);
const provider = useProvider(world, organization);

describe('logins that are begun without end', () => {
  it('leave nothing behind', async () => {
    const versions = await readVersions(world);
    await Promise.all(Array.from({ length: 100 }, () => begin(world, provider)));
    expect(await readVersions(world)).toEqual(versions);
  });
});

describe('responses without end', () => {
  it('wait for one another, up to a limit, and not all others for them', async () => {
    const begun = await begin(world, provider);
    const advice = `<saml:Advice>${'<x/>'.repeat(1000)}</saml:Advice></saml:Conditions>`;
    const slow = unsigned(begun, provider).replace('</saml:Conditions>', advice);
    const deliveries = Array.from({ length: 70 }, () => deliver(world, provider, slow));
    const pages = await Promise.all(deliveries);
    const busy = pages.filter(({ statusCode }) => statusCode === 503);
    expect(busy.length).toBeGreaterThan(0);
    for (const page of busy) expect(problemOn(page)).toMatch(/try again in a minute/);
    const read = pages.filter((page) => !busy.includes(page));
    expect(read.length).toBeGreaterThanOrEqual(51);
    expect(tokenOn(await logIn(world, provider))).toMatch(/^dg_/);
  });
});
