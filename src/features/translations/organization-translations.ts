import { connectionType } from '../../builder/declare-types.ts';
import { builder, type Row } from '../../builder.ts';
import { declareSorting } from '../../builder/list-sorting.ts';
import { connectionField } from '../../pagination/connection-field.ts';
import { declareConnection } from '../../pagination/connection.ts';
import { translationSource } from './translation-source.ts';
import { Translation } from './translation.ts';
import { childField } from '../../pagination/declared-fields.ts';

const TranslationConnection = connectionType(Translation, 'translation');

const sorting = declareSorting('TranslationSort', 'translations', {
  createdAt: 'When it was created.',
  updatedAt: 'When it was last changed.',
}).from('createdAt');

const translations = declareConnection<Row<'Translation'>>({
  name: 'Organization.translations',
  source: translationSource,
  of: 'organizationId',
  order: sorting.order,
});

builder.prismaObjectFields('Organization', (t) => ({
  translations: t.field({
    type: TranslationConnection,
    description:
      'The translations of spaces on which the viewer has a level, oldest first. Guests see none.',
    rest: { route: 'GET /translations', operationId: 'listTranslations' },
    args: { ...sorting.arguments(t.arg), ...t.arg.connectionArgs() },
    ...connectionField(translations),
  }),
  translation: t.field({
    type: Translation,
    nullable: true,
    description: 'A translation of the organization. Guests find none.',
    args: { id: t.arg.id({ required: true, description: 'Id of the translation.' }) },
    rest: { route: 'GET /translations/{translationId}', operationId: 'getTranslation' },
    ...childField(translationSource, 'organizationId'),
  }),
}));
