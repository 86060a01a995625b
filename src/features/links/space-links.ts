import { builder, type Row } from '../../builder.ts';
import { loadHead } from '../content/load-head.ts';
import { linkArguments, LinkConnection, linksField } from './link-connection.ts';
import { Link } from './link.ts';

const BrokenContext = builder.enumType('BrokenContext', {
  description: 'Where broken links of a change request come from.',
  values: {
    CHANGE_REQUEST: { value: 'change-request', description: 'The change request broke them.' },
    SPACE: {
      value: 'space',
      description: 'The content that it is merged into has them as well.',
    },
  } as const,
});

builder.prismaObjectFields('Space', (t) => ({
  links: t.connection(
    {
      type: Link,
      description: 'What the primary content links to.',
      rest: { route: 'GET /links', operationId: 'listSpaceLinks' },
      args: linkArguments(t.arg),
      ...linksField<Row<'Space'>>('Space.links', {
        revisionOf: (space, context) => loadHead(context, space),
      }),
    },
    LinkConnection,
  ),
}));

builder.prismaObjectFields('ChangeRequest', (t) => ({
  links: t.connection(
    {
      type: Link,
      description: 'What the content as it would become links to.',
      rest: { route: 'GET /links', operationId: 'listChangeRequestLinks' },
      args: {
        ...linkArguments(t.arg),
        brokenContext: t.arg({
          type: BrokenContext,
          description: 'Only broken links, and those that come from there.',
        }),
      },
      ...linksField<Row<'ChangeRequest'>>('ChangeRequest.links', {
        revisionOf: (changeRequest, context) => loadHead(context, changeRequest),
      }),
    },
    LinkConnection,
  ),
}));
