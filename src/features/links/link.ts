import { builder } from '../../builder.ts';
import { createTurns } from '../../lib/in-turn.ts';
import { addToAnswer } from '../content/answer-size.ts';
import { ContentReference, LinkSource } from './content-reference.ts';
import { sourceReference } from './content-reference-values.ts';
import type { ResolvedLink } from './resolve-links.ts';
import type { InList } from './version-contexts.ts';

/** Maximum number of locations of one link in a response. */
export const LOCATIONS_MAX = 100;
/** Number of locations of a link that the cost of an operation assumes. */
const LOCATIONS_EXPECTED = 3;
/** Average size of a location in a response, in characters of JSON. */
const LOCATION_SIZE = 4000;

/** Maximum number of references serialized at once: a list of 1,000 takes over a second. */
const SHOWN_AT_ONCE = 5;
const shownInTurn = createTurns(SHOWN_AT_ONCE);

export const LinkStatus = builder.enumType('LinkStatus', {
  description: 'Whether a link leads somewhere.',
  values: {
    OK: { value: 'ok', description: 'Its target is there.' },
    BROKEN: {
      value: 'broken',
      description: 'Its target is not there, or not there for the viewer.',
    },
    IN_APP: {
      value: 'in-app',
      description:
        'It is the address of something in the app, where readers of a published site cannot go.',
    },
  } as const,
});

const LinkRelation = builder.enumType('LinkRelation', {
  description: 'What a link has to do with its target.',
  values: {
    REFERENCE: { value: 'reference', description: 'It leads there.' },
    DEPENDS_ON: { value: 'dependsOn', description: 'The target is shown in its place.' },
  } as const,
});

export const Link = builder.objectRef<ResolvedLink & InList>('Link').implement({
  description: 'What content links to, with all places in it that lead there.',
  rest: {
    fields: `status relation targetReference: target { ...ContentReference }
      locationReferences: locations { ...LinkSource }`,
  },
  fields: (t) => ({
    status: t.expose('status', { type: LinkStatus, description: 'Whether the target is there.' }),
    relation: t.expose('relation', {
      type: LinkRelation,
      description: 'What the places have to do with the target.',
    }),
    target: t.field({
      type: ContentReference,
      nullable: true,
      description:
        'What it leads to; of a broken link the address as it is written, and null where it names ' +
        'an id.',
      resolve: ({ reference, showsContext }) =>
        reference && shownInTurn(() => ({ ...reference, showsContext })),
    }),
    locations: t.field({
      type: [LinkSource],
      description: `The first ${LOCATIONS_MAX} places that lead there, in the order of the pages.`,
      complexity: { field: 1, multiplier: LOCATIONS_EXPECTED },
      resolve: async ({ revision, locations, showsContext }, _args, context) => {
        const shown = locations.slice(0, LOCATIONS_MAX);
        addToAnswer(context, shown.length * LOCATION_SIZE);
        const sources = await shownInTurn(() =>
          Promise.all(
            shown.map(({ source, node }) => sourceReference(context, revision, source, node)),
          ),
        );
        return sources
          .filter((source) => source !== null)
          .map((source) => ({ ...source, showsContext }));
      },
    }),
    locationCount: t.int({
      description: 'How many places lead there.',
      resolve: ({ locations }) => locations.length,
    }),
  }),
});
