import fc from 'fast-check';
import { parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../src/schema.ts';
import { historySteps, randomStates } from '../features/change-requests/random-states.ts';
import { Stage } from '../features/change-requests/stage.ts';
import { NormalizedCache } from '../support/normalized-cache.ts';
import { randomQuery, randomWrite } from '../support/random-query.ts';
import { lawCount } from '../support/law-count.ts';

/** How many random histories are made, and how many queries and writes are tried on each. */
const HISTORIES = lawCount(4, 'NORMALIZED_HISTORIES');
const QUERIES = Number(process.env.NORMALIZED_QUERIES ?? 40);
const WRITES = 5;
/** A failure prints its seed: with it, the same histories and queries are made again. */
const SEED = Number(process.env.NORMALIZED_SEED ?? Date.now() % 2 ** 31);

let stage: Stage;

beforeAll(async () => {
  stage = await Stage.open();
});

afterAll(() => stage.close());

describe('an answer about several states of content', () => {
  it(
    'is the same after it was kept by ids and read back',
    async () => {
      let answered = 0;
      let asked = 0;
      await fc.assert(
        fc.asyncProperty(
          historySteps,
          fc.array(fc.nat(), { minLength: QUERIES, maxLength: QUERIES }),
          async (steps, seeds) => {
            const variables = await randomStates(stage, steps);
            const operations = [
              ...seeds.map((seed) => ({ query: randomQuery(schema, seed), title: '' })),
              ...seeds
                .slice(0, WRITES)
                .map((seed) => ({ query: randomWrite(schema, seed), title: `Written ${seed}` })),
            ];
            for (const { query, title } of operations) {
              asked += 1;
              for (const number of [0, 1]) {
                const changes = [{ insertPage: { metadata: { title: `${title} ${number}` } } }];
                const input = { spaceId: variables['space'], changes };
                Object.assign(variables, { [`input${number}`]: input });
              }
              const { data, errors } = await stage.editor.graphql(query, variables);
              if (errors?.[0]?.extensions.code === 'QUERY_TOO_COMPLEX') continue;
              expect({ errors, query }).toEqual({ errors: undefined, query });
              answered += 1;
              const cache = new NormalizedCache(schema, parse(query), variables);
              cache.put(data);
              expect({ data: cache.read(), query }).toEqual({ data, query });
            }
          },
        ),
        { numRuns: HISTORIES, seed: SEED, endOnFailure: true },
      );
      expect(answered).toBeGreaterThan(asked / 2);
    },
    60_000 + HISTORIES * 60_000,
  );
});
