import { enumType } from '../../builder/declare-types.ts';
import { builder, type Row } from '../../builder.ts';
import { loadHead } from '../content/load-head.ts';
import { linkArguments, LinkConnection, linksField } from './link-connection.ts';

const BrokenContext = enumType('BrokenContext', 'Origin of the broken links of a change request.', {
  'change-request': 'The change request broke them.',
  space: 'The primary content contains the same broken links.',
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
