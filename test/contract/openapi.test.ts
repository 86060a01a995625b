import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { describe, expect, it } from 'vitest';
import { openApi } from '../support/open-api.ts';

const source = JSON.stringify(openApi);
const operations = Object.values(openApi.paths).flatMap((path) => Object.values(path));

function createSpectral() {
  const linter = new spectral.Spectral();
  // Their types of a format differ by a type parameter.
  linter.setRuleset({ extends: [rulesets.oas as RulesetDefinition], rules: {} });
  return linter;
}

describe('the OpenAPI document', () => {
  it('passes the strict recommended rules of Redocly with nothing to report', async () => {
    const config = await createConfig({ extends: ['recommended-strict'] });
    const problems = await lintFromString({ source, config, absoluteRef: 'openapi.json' });
    const report = problems.map(({ ruleId, message, location }) => ({
      ruleId,
      message,
      at: location.map(({ pointer }) => pointer),
    }));
    expect(report).toEqual([]);
  });

  it('passes the rules of Spectral with nothing to report', async () => {
    const problems = await createSpectral().run(JSON.parse(source) as Record<string, unknown>);
    expect(problems.map(({ code, message, path }) => ({ code, message, path }))).toEqual([]);
  });

  it('is seen by these linters: a document with a flaw does not pass', async () => {
    const flawed = {
      ...{ openapi: openApi['openapi'], info: openApi['info'] },
      paths: { '/pets': { get: { tags: ['Pet'], responses: {} } } },
    };
    const config = await createConfig({ extends: ['recommended-strict'] });
    const redocly = await lintFromString({ source: JSON.stringify(flawed), config });
    const ofSpectral = await createSpectral().run(flawed);
    expect(redocly.map(({ ruleId }) => ruleId)).toContain('no-empty-servers');
    expect(ofSpectral.map(({ code }) => code)).toContain('operation-tag-defined');
  });

  it('states the ETag of an answer also where that is not sent again', () => {
    for (const { get } of Object.values(openApi.paths)) {
      if (!get) continue;
      const { '200': whole, '304': known } = get.responses as Record<string, { headers?: object }>;
      expect(known?.headers, get.operationId).toEqual(whole?.headers);
    }
  });

  it('names every operation once', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('gives every operation a title of its own that fits on a line, and a whole description', () => {
    const titles = operations.map(({ summary }) => summary);
    expect(titles.filter((title) => !/^[A-Z][A-Za-z -]{5,50}$/.test(title))).toEqual([]);
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
    expect(operations.filter(({ description }) => !description.endsWith('.'))).toEqual([]);
  });

  it.each([
    ['listSites', 'List sites'],
    ['getSiteById', 'Get site'],
    ['listSAMLProvidersInOrganizationById', 'List SAML providers in organization'],
    ['setUserAsSSOMemberForOrganization', 'Set user as SSO member for organization'],
    ['createOrUpdateOpenAPISpecBySlug', 'Create or update OpenAPI spec by slug'],
    ['getReviewsByChangeRequestId', 'Get reviews of change request'],
    ['getSpacePDF', 'Get space PDF'],
    // Both ids say that a change request is updated.
    ['updateChangeRequestById', 'Update change request'],
    ['updateChangeRequest', 'Take primary content into change request'],
  ])('calls %s "%s"', (operationId, title) => {
    const operation = operations.find((one) => one.operationId === operationId);
    expect(operation?.summary).toBe(title);
  });
});
