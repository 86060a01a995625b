import { connectionField } from '../../builder/connection-field.ts';
import { connectionType } from '../../builder/declare-types.ts';
import { builder } from '../../builder.ts';
import { declareSorting } from '../../builder/list-sorting.ts';
import { GlossaryEntry } from './glossary-entry.ts';
import { glossarySource } from './glossary-source.ts';
import { childField } from '../../pagination/declared-fields.ts';

const sorting = declareSorting('GlossaryEntrySort', 'glossary entries', {
  createdAt: 'When it was created.',
  updatedAt: 'When it was last changed.',
}).from('createdAt');

connectionField('Organization.glossary', {
  type: connectionType(GlossaryEntry, 'glossary entry'),
  description: 'The terms that translations use, oldest first. Guests see none.',
  rest: { route: 'GET /translations-glossary', operationId: 'listGlossaryEntries' },
  source: glossarySource,
  of: 'organizationId',
  ...sorting,
});

builder.prismaObjectFields('Organization', (t) => ({
  glossaryEntry: t.field({
    type: GlossaryEntry,
    description: 'An entry of the glossary. Guests find none.',
    args: { id: t.arg.id({ required: true, description: 'Id of the entry.' }) },
    rest: {
      route: 'GET /translations-glossary/{glossaryEntryId}',
      operationId: 'getGlossaryEntry',
    },
    ...childField(glossarySource, 'organizationId'),
  }),
}));
