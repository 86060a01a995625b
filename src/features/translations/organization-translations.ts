import { connectionType } from '../../builder/declare-types.ts';
import { builder } from '../../builder.ts';
import { declareSorting } from '../../builder/list-sorting.ts';
import { connectionField } from '../../builder/connection-field.ts';
import { translationSource } from './translation-source.ts';
import { Translation } from './translation.ts';
import { childField } from '../../pagination/declared-fields.ts';

const sorting = declareSorting('TranslationSort', 'translations', {
  createdAt: 'When it was created.',
  updatedAt: 'When it was last changed.',
}).from('createdAt');

connectionField('Organization.translations', {
  type: connectionType(Translation, 'translation'),
  description:
    'The translations of spaces on which the viewer has a level, oldest first. Guests see none.',
  rest: { route: 'GET /translations', operationId: 'listTranslations' },
  source: translationSource,
  of: 'organizationId',
  ...sorting,
});

builder.prismaObjectFields('Organization', (t) => ({
  translation: t.field({
    type: Translation,
    description: 'A translation of the organization. Guests find none.',
    args: { id: t.arg.id({ required: true, description: 'Id of the translation.' }) },
    rest: { route: 'GET /translations/{translationId}', operationId: 'getTranslation' },
    ...childField(translationSource, 'organizationId'),
  }),
}));
