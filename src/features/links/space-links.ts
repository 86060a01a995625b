import { builder, type Row } from '../../builder.ts';
import { loadHead } from '../content/load-head.ts';
import { linkArguments, LinkConnection, linksField } from './link-connection.ts';

const BrokenContext = builder.enumType('BrokenContext', {
  description: 'Origin of the broken links of a change request.',
  values: {
    CHANGE_REQUEST: { value: 'change-request', description: 'The change request broke them.' },
    SPACE: {
      value: 'space',
      description: 'The primary content contains the same broken links.',
    },
  } as const,
});

builder.prismaObjectFields('Space', (t) => ({
  links: t.field({
    type: LinkConnection,
    description: 'Links in the primary content.',
    rest: { route: 'GET /links', operationId: 'listSpaceLinks' },
    args: { ...linkArguments(t.arg), ...t.arg.connectionArgs() },
    ...linksField<Row<'Space'>>('Space.links', {
      revisionOf: (space, context) => loadHead(context, space),
    }),
  }),
}));

builder.prismaObjectFields('ChangeRequest', (t) => ({
  links: t.field({
    type: LinkConnection,
    description: 'Links in the content of the change request.',
    rest: { route: 'GET /links', operationId: 'listChangeRequestLinks' },
    args: {
      ...linkArguments(t.arg),
      brokenContext: t.arg({
        type: BrokenContext,
        description: 'Filter: broken links of this origin.',
      }),
      ...t.arg.connectionArgs(),
    },
    ...linksField<Row<'ChangeRequest'>>('ChangeRequest.links', {
      revisionOf: (changeRequest, context) => loadHead(context, changeRequest),
    }),
  }),
}));
