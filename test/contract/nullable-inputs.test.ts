import { isNonNullType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { limitsOf } from '../../src/rest/extensions.ts';
import type { JsonSchema } from '../../src/rest/options.ts';
import type { Route } from '../../src/rest/route.ts';
import type { Client } from '../support/client.ts';
import { inputTrials, type Trial } from '../support/input-trials.ts';
import { routes } from '../support/open-api.ts';
import { askGraph, askRest, parametersOf, type RouteOutcome } from '../support/route-requests.ts';
import { createScene, type Scene } from '../support/scene.ts';
import { keepRows } from '../support/table-rows.ts';
import { useWorld } from '../support/use-world.ts';

const world = useWorld();
let admin: Client;
/** Replaces all rows with copies of a scene. */
let copyScene: (count: number) => Promise<Scene[]>;

beforeAll(async () => {
  const organization = await world.organization();
  ({ admin } = organization);
  copyScene = await keepRows(world, await createScene(world, organization.id, admin.userId));
});

/** Updates that replace all settings, so that what is left out is not kept. */
const replacements = new Set(['updateSiteCustomizationById']);

const updates = routes.filter(
  ({ operationId, method, status }) =>
    (method === 'PATCH' || (method === 'PUT' && status !== 201)) && !replacements.has(operationId),
);

/** The fields of a route's body that may be left out, and whether null is one of their values. */
function optionalFields({ input, pathParameters, hiddenInputs }: Route) {
  const inPath = new Set(pathParameters.map(({ name }) => name));
  return Object.values(input?.getFields() ?? {})
    .filter(
      ({ name, type }) => !isNonNullType(type) && !inPath.has(name) && !hiddenInputs.has(name),
    )
    .map((field) => ({ name: field.name, takesNull: takesNull(limitsOf(field)) }));
}

function takesNull(limits: JsonSchema | undefined): boolean {
  if (!limits) throw new Error('Every field of an update states its limits.');
  const branches = (limits['anyOf'] as JsonSchema[] | undefined) ?? [limits];
  return branches.some(({ type }) => [type].flat().includes('null'));
}

/** A resource that one surface changes. */
interface Target {
  /** The status of an update. */
  success: number;
  send: (body: object) => Promise<RouteOutcome>;
  /** What of the resource a trial is about. */
  look: (name: string, trial: Trial, outcome: RouteOutcome) => Promise<unknown>;
  valueOf: (trial: Trial) => { given: unknown; shown: unknown };
}

async function newTarget(route: Route, ask: typeof askRest): Promise<Target> {
  const [scene] = await copyScene(1);
  if (!scene) throw new Error('There is no copy.');
  const path = parametersOf(route, scene);
  return {
    success: route.status,
    send: (body) => ask(admin, route, { path, body }),
    async look(name, { shown, found }, { body }) {
      if (found) return found(scene, admin);
      return shown ? shown(body) : (body as Record<string, unknown>)[name];
    },
    valueOf({ value, shows = value }) {
      return { given: value(scene), shown: shows(scene) };
    },
  };
}

/** A body without the times that every change moves. */
function withoutTimes({ status, body }: RouteOutcome): unknown {
  const {
    updatedAt: _updated,
    editedAt: _edited,
    ...rest
  } = (body ?? {}) as Record<string, unknown>;
  return { status, ...rest };
}

async function checkField(target: Target, name: string, takesNullToo: boolean, trial: Trial) {
  const { given, shown } = target.valueOf(trial);
  const before = await target.send({});
  expect({ name, status: before.status }).toEqual({ name, status: target.success });
  expect(await target.look(name, trial, before)).not.toEqual(shown);

  const changed = await target.send({ [name]: given });
  expect({ name, message: changed.message }).toEqual({ name, message: undefined });
  expect(await target.look(name, trial, changed)).toEqual(shown);

  const omitted = await target.send({});
  expect(withoutTimes(omitted)).toEqual(withoutTimes(changed));
  expect(await target.look(name, trial, omitted)).toEqual(shown);

  const cleared = await target.send({ [name]: null });
  if (takesNullToo) {
    expect({ name, status: cleared.status }).toEqual({ name, status: target.success });
    expect(await target.look(name, trial, cleared)).toEqual(trial.cleared);
  } else {
    expect(cleared).toMatchObject({ status: 400, message: expect.stringContaining(`"${name}"`) });
    const after = await target.send({});
    expect(withoutTimes(after)).toEqual(withoutTimes(omitted));
    expect(await target.look(name, trial, after)).toEqual(shown);
  }
}

describe('omitted, null and a value are three things for every field of', () => {
  it.each(updates.map((route) => [route.operationId, route] as const))(
    '%s',
    async (operationId, route) => {
      const trials = inputTrials[operationId] ?? {};
      const fields = optionalFields(route);
      const names = fields.map(({ name }) => name);
      expect(
        Object.keys(trials).toSorted(),
        'Give each field a row in test/support/input-trials.ts.',
      ).toEqual(names.toSorted());
      for (const ask of [askRest, askGraph]) {
        const target = await newTarget(route, ask);
        for (const [name, trial] of Object.entries(trials)) {
          const takesNullToo = fields.find((field) => field.name === name)?.takesNull ?? false;
          await checkField(target, name, takesNullToo, trial);
        }
      }
    },
  );
});
