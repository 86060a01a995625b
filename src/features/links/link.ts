import { enumType } from '../../builder/declare-types.ts';
import { builder } from '../../builder.ts';
import { createSerialQueue } from '../../lib/serially.ts';
import { addToResponse } from '../content/response-size.ts';
import { ContentReferenceType, LinkSourceType } from './content-reference.ts';
import { findSourceReference } from './content-reference-values.ts';
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
const shownInTurn = createSerialQueue(SHOWN_AT_ONCE);

export const LinkStatus = enumType('LinkStatus', 'Status of a link target.', {
  ok: 'The target exists.',
  broken: 'The target is missing or hidden from the viewer.',
  'in-app': 'The target is a URL in the app, which readers of a published site cannot open.',
});

const LinkRelation = enumType('LinkRelation', 'Relation of a link to its target.', {
  reference: 'The target is linked to.',
  dependsOn: 'The target is embedded.',
});

export const Link = builder.objectRef<ResolvedLink & InList>('Link').implement({
  description: 'A link target, with all places in the content that link to it.',
  rest: {
    fields: `status relation targetReference: target { ...ContentReference }
      locationReferences: locations { ...LinkSource }`,
  },
  fields: (t) => ({
    status: t.expose('status', { type: LinkStatus, description: 'Status of the target.' }),
    relation: t.expose('relation', {
      type: LinkRelation,
      description: 'Relation of the places to the target.',
    }),
    target: t.field({
      type: ContentReferenceType,
      nullable: true,
      description:
        'Target of the link. For a broken link, the URL as it is written, or null if the link uses an id.',
      resolve: ({ reference, showsContext }) =>
        reference && shownInTurn(() => ({ ...reference, showsContext })),
    }),
    locations: t.field({
      type: [LinkSourceType],
      description: `The first ${LOCATIONS_MAX} places that link to it, in the order of the pages.`,
      complexity: { field: 1, multiplier: LOCATIONS_EXPECTED },
      resolve: async ({ revision, locations, showsContext }, _args, context) => {
        const shown = locations.slice(0, LOCATIONS_MAX);
        addToResponse(context, shown.length * LOCATION_SIZE);
        const sources = await shownInTurn(() =>
          Promise.all(
            shown.map(({ source, node }) => findSourceReference(context, revision, source, node)),
          ),
        );
        return sources
          .filter((source) => source !== null)
          .map((source) => ({ ...source, showsContext }));
      },
    }),
    locationCount: t.int({
      description: 'Number of places that link to the target.',
      resolve: ({ locations }) => locations.length,
    }),
  }),
});
