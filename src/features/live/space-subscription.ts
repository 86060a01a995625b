import { spaceSource } from '../spaces/space-source.ts';
import { Space } from '../spaces/space.ts';
import { liveField } from './live-field.ts';

liveField('space', {
  type: Space,
  source: spaceSource,
  parts: {
    content: 'Its primary content.',
    comments: 'The comments on its primary content, with replies and reactions.',
    settings: 'Its title and other settings.',
  },
});
