import type { Context } from '../context.ts';
import type { Sql } from '../database/database.ts';
import { Loaders } from '../pagination/loaders.ts';
import { NotPlanned } from './wire-values.ts';

/** A context for resolvers whose values are shown to several viewers. */
export interface ViewerlessContext {
  readonly context: object;
  /** Returns whether something asked for the viewer, even if it went on without. */
  readonly hasAskedForViewer: () => boolean;
}

/** Members of a context that are the same for all viewers. */
const sharedMembers: ReadonlySet<PropertyKey> = new Set<keyof Context>([
  ...(['addresses', 'db', 'log', 'mailer', 'web', 'translator', 'pageSizeMax', 'now'] as const),
  'responseTextLength',
]);

/** Stands for the viewer in statements, so that those that depend on one are noticed. */
const nobody = 'nobody in particular';

/** Returns a context that lets resolvers read everything but what depends on the viewer. */
export function withoutViewer(context: Context): ViewerlessContext {
  let hasAsked = false;
  const refuse = (): never => {
    hasAsked = true;
    throw new NotPlanned('It depends on the viewer.');
  };
  const query = (statement: Sql) =>
    statement.values.includes(nobody) ? refuse() : context.db.query(statement);
  const loaders = new Loaders({ query }, nobody);
  return {
    hasAskedForViewer: () => hasAsked,
    context: new Proxy(context, {
      get: (target, member) => {
        if (member === 'loaders') return loaders;
        return sharedMembers.has(member) ? Reflect.get(target, member, target) : refuse();
      },
    }),
  };
}
