import { connectionType } from '../../builder/declare-types.ts';
import { builder, type Row } from '../../builder.ts';
import { declareSorting } from '../../builder/list-sorting.ts';
import { connectionField } from '../../pagination/connection-field.ts';
import { declareConnection } from '../../pagination/connection.ts';
import { GlossaryEntry } from './glossary-entry.ts';
import { glossarySource } from './glossary-source.ts';
import { childField } from '../../pagination/declared-fields.ts';

const GlossaryEntryConnection = connectionType(GlossaryEntry, 'glossary entry');

const sorting = declareSorting('GlossaryEntrySort', 'glossary entries', {
  createdAt: 'When it was created.',
  updatedAt: 'When it was last changed.',
}).from('createdAt');

const glossary = declareConnection<Row<'GlossaryEntry'>>({
  name: 'Organization.glossary',
  source: glossarySource,
  of: 'organizationId',
  order: sorting.order,
});

builder.prismaObjectFields('Organization', (t) => ({
  glossary: t.field({
    type: GlossaryEntryConnection,
    description: 'The terms that translations use, oldest first. Guests see none.',
    rest: { route: 'GET /translations-glossary', operationId: 'listGlossaryEntries' },
    args: { ...sorting.arguments(t.arg), ...t.arg.connectionArgs() },
    ...connectionField(glossary),
  }),
  glossaryEntry: t.field({
    type: GlossaryEntry,
    nullable: true,
    description: 'An entry of the glossary. Guests find none.',
    args: { id: t.arg.id({ required: true, description: 'Id of the entry.' }) },
    rest: {
      route: 'GET /translations-glossary/{glossaryEntryId}',
      operationId: 'getGlossaryEntry',
    },
    ...childField(glossarySource, 'organizationId'),
  }),
}));
