import { changeRequestSource } from '../change-requests/change-request-source.ts';
import { ChangeRequest } from '../change-requests/change-request.ts';
import { liveField } from './live-field.ts';

liveField('changeRequest', {
  type: ChangeRequest,
  source: changeRequestSource,
  parts: {
    content: 'Its content, or its conflicts.',
    status: 'Its status or its subject.',
    comments: 'Its comments, replies and reactions.',
    reviews: 'Its reviews and requested reviewers.',
    'primary-content':
      'The primary content of its space, which decides whether it is outdated and what it changes.',
  },
  othersOf: async ({ loaders }, id) => {
    const row = await loaders.oneRegardlessOfAccess(changeRequestSource, id);
    return row ? { [row.spaceId]: { content: 'primary-content' } } : {};
  },
});
