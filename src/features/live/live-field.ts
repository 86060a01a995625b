import type { OutputRef } from '@pothos/core';
import { builder } from '../../builder.ts';
import { enumType } from '../../builder/declare-types.ts';
import { writtenField } from '../../builder/mutation-field.ts';
import type { Context } from '../../context.ts';
import { badField, notFound } from '../../errors.ts';
import { nounOf, showing } from '../../pagination/declared-fields.ts';
import type { Source } from '../../pagination/source.ts';
import { LiveEvents, type LiveEvent, type LiveOptions } from './live-events.ts';

interface LiveFieldOptions<Row, Part extends string> {
  type: OutputRef<Row>;
  source: Source<Row>;
  /** Descriptions of the parts that change, in order. */
  parts: Readonly<Record<Part, string>>;
  /** Returns other objects that change the one with the id. */
  othersOf?: (context: Context, id: string) => Promise<LiveOptions<NoInfer<Part>>['others']>;
}

/** Declares a subscription to an object, with its events and the parts that they name. */
export function liveField<Row extends object, Part extends string>(
  name: string,
  { type, source, parts, othersOf }: LiveFieldOptions<Row, Part>,
): void {
  const noun = nounOf(source);
  const all = Object.keys(parts) as Part[];
  const part = enumType(`${source.type}Part`, `A part of a ${noun} that changes.`, parts);
  const event = builder.objectRef<LiveEvent<Part>>(`${source.type}Event`).implement({
    description: `An event of a ${noun}.`,
    fields: (t) => ({
      changedParts: t.field({
        type: [part],
        description:
          'The parts that changed since the event before; all of them in the first event, and when ' +
          'changes may have been missed.',
        ...showing('changedParts'),
      }),
      [name]: writtenField(t, type, `The ${noun} as it is now.`, source),
    }),
  });
  builder.subscriptionField(name, (t) =>
    t.field({
      type: event,
      description:
        `A ${noun}, now and after every change. The stream ends with \`NOT_FOUND\` when the ` +
        'viewer may no longer see it.',
      args: {
        id: t.arg.id({ required: true, description: `Id of the ${noun}.` }),
        parts: t.arg({
          type: [part],
          description: 'Only changes of these parts; all by default.',
        }),
      },
      // The first event checks who may see it, as all others do.
      subscribe: async (_root, { id, ...args }, context) => {
        const selection = args.parts as readonly Part[] | null | undefined;
        if (selection?.length === 0) {
          throw badField(['parts'], 'must name at least one part, or be omitted');
        }
        const selected = all.filter((one) => selection?.includes(one) ?? true);
        const others = (await othersOf?.(context, id)) ?? {};
        return LiveEvents.open(context, { id, parts: selected, others });
      },
      resolve: async (current, _args, { loaders }) => {
        if (!(await loaders.one(source, current.id))) throw notFound(noun, current.id);
        return current;
      },
    }),
  );
}
