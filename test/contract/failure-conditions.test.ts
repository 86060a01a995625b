import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { httpStatusOf, type ErrorCode } from '../../src/errors.ts';
import type { Route } from '../../src/rest/route.ts';
import type { Client } from '../support/client.ts';
import type { FailureTrial } from '../support/failure-trial.ts';
import { failureTrials } from '../support/failure-trials.ts';
import { bodyOf } from '../support/mutation-bodies.ts';
import { routes } from '../support/open-api.ts';
import { askRest, parametersOf, runInGraph, type RouteRequest } from '../support/route-requests.ts';
import { createScene, writeContent, type Scene, type SceneContent } from '../support/scene.ts';
import { useWorld } from '../support/use-world.ts';

/** An operation with what the interface says can go wrong, by status. */
interface FailingOperation {
  id: string;
  errors: Record<string, keyof typeof codes>;
}

/** What each kind of failure is in the graph. */
const codes = {
  bad_request: 'BAD_USER_INPUT',
  invalid_default_content: 'BAD_USER_INPUT',
  invalid_position: 'INVALID_POSITION',
  not_found: 'NOT_FOUND',
  schema_not_defined: 'NOT_FOUND',
  no_git_provider: 'NOT_FOUND',
  no_change: 'NO_CHANGE',
  conflict: 'CONFLICT',
  not_movable: 'PRECONDITION_FAILED',
} as const satisfies Record<string, ErrorCode>;

/** The operations of the interface, and those that it does not show but names failures of. */
const operations = ['operations', 'other-failures'].flatMap((name) => {
  const fixture = new URL(`../fixtures/interface/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(fixture, 'utf8')) as FailingOperation[];
});

/** Failures that the interface names and that cannot happen here. */
const impossible = new Set([
  // A token always belongs to a user.
  'getAuthenticatedUser 404',
  // A check of a record changes nothing that another write could change.
  'dnsRevalidateCustomHostname 409',
]);

const failures = operations.flatMap(({ id, errors }) => {
  const route = routes.find(({ operationId }) => operationId === id);
  if (!route) return [];
  return Object.entries(errors)
    .map(([status, kind]) => ({ name: `${id} ${status}`, route, status: Number(status), kind }))
    .filter(({ name }) => !impossible.has(name));
});

const world = useWorld();
let admin: Client;
let organizationId: string;
let shared: Setting;

interface Setting {
  scene: Scene;
  content: Record<'space' | 'changeRequest', SceneContent>;
}

beforeAll(async () => {
  ({ id: organizationId, admin } = await world.organization());
  shared = await newSetting();
});

async function newSetting(): Promise<Setting> {
  const scene = await createScene(world, organizationId, admin.userId);
  return { scene, content: await writeContent(world, scene) };
}

/** Makes what a trial wants, and what it asks there. */
async function setUp(route: Route, trial: FailureTrial): Promise<RouteRequest> {
  const { scene, content } = trial.prepare ? await newSetting() : shared;
  await trial.prepare?.(world, scene, admin);
  const path = { ...parametersOf(route, scene, content), ...trial.path?.(scene) };
  const body =
    route.method === 'GET' ? undefined : (trial.body?.(scene) ?? bodyOf(route.operationId, scene));
  return { path, query: trial.query ?? {}, body };
}

describe('a failure that the interface names says what is wrong and what to do, on both surfaces', () => {
  it.each(failures.map((failure) => [failure.name, failure] as const))(
    '%s',
    async (name, { route, status, kind }) => {
      const trials = failureTrials[name] ?? [];
      expect(trials, `Give "${name}" a row in test/support/failure-trials.ts.`).not.toEqual([]);
      const code = codes[kind];
      expect(httpStatusOf[code]).toBe(status);
      for (const trial of trials) {
        const { when, message, graphMessage = message } = trial;
        const request = await setUp(route, trial);
        const rest = await askRest(admin, route, request);
        expect({ when, ...rest }).toEqual({ when, status, body: undefined, message });
        const graph = await runInGraph(admin, route, request);
        expect({ when, ...graph }).toEqual({
          when,
          code: trial.code ?? code,
          message: graphMessage,
        });
      }
    },
  );

  it('and every row is of such a failure', () => {
    const named = new Set(failures.map(({ name }) => name));
    expect(Object.keys(failureTrials).filter((name) => !named.has(name))).toEqual([]);
  });
});
