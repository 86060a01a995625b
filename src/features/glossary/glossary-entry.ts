import { builder, registerNode, type Row } from '../../builder.ts';
import { glossarySource } from './glossary-source.ts';
import { GlossaryTerms } from './glossary-terms.ts';
import { addressField, sameRow } from '../../pagination/declared-fields.ts';

registerNode(glossarySource);

const GlossaryEntryUrls = builder.objectRef<Row<'GlossaryEntry'>>('GlossaryEntryUrls').implement({
  description: 'URLs of a glossary entry.',
  fields: (t) => ({
    location: t.string({
      description: 'The entry on `/v1`.',
      ...addressField(
        ...(['v1', 'orgs', { field: 'organizationId' }] as const),
        ...(['translations-glossary', { field: 'id' }] as const),
      ),
    }),
  }),
});

export const GlossaryEntry = builder.prismaNode('GlossaryEntry', {
  description: 'A term in several languages, which translations use.',
  id: { field: 'id', description: 'Identifier, `gls_…`.' },
  rest: {
    object: 'glossary-entry',
    rare: true,
    fields: 'id translations createdAt updatedAt urls { location }',
  },
  fields: (t) => ({
    translations: t.field({
      type: GlossaryTerms,
      description:
        'The term by the codes of the languages, as `/v1` writes them. A term that is equal in two languages is not translated between them.',
      resolve: ({ translations }) => translations,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When it was last updated.',
    }),
    urls: t.field({
      type: GlossaryEntryUrls,
      description: 'URLs of the glossary entry.',
      ...sameRow,
    }),
  }),
});
