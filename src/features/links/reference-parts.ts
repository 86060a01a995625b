import { enumType } from '../../builder/declare-types.ts';
import { builder, type Row } from '../../builder.ts';
import { ChangeRequest } from '../change-requests/change-request.ts';
import { changeRequestSource } from '../change-requests/change-request-source.ts';
import { Revision } from '../content/revision.ts';
import type { InternalLocation } from './content-reference-values.ts';

const VersionContextType = enumType('VersionContextType', 'Version of the content of a space.', {
  revision: 'In a revision of the primary content.',
  changeRequest: 'In a change request.',
});

export const VersionContext = builder.objectRef<Row<'Revision'>>('VersionContext').implement({
  description: 'Version of the content of a space.',
  rest: {
    fields: 'type revision { ...Revision } changeRequest { ...ChangeRequest }',
  },
  fields: (t) => ({
    type: t.field({
      type: VersionContextType,
      description: 'Whether it is a revision or a change request.',
      resolve: (revision) => (isPrimary(revision) ? 'revision' : 'changeRequest'),
    }),
    revision: t.field({
      type: Revision,
      description: 'The revision.',
      resolve: (revision) => revision,
    }),
    changeRequest: t.field({
      type: ChangeRequest,
      nullable: true,
      description: 'The change request; null for primary content.',
      resolve: (revision, _args, { loaders }) =>
        isPrimary(revision) || revision.branchId === null
          ? null
          : loaders.one(changeRequestSource, revision.branchId),
    }),
  }),
});

function isPrimary({ branchId, spaceId }: Row<'Revision'>): boolean {
  return branchId === null || branchId === spaceId;
}

const InternalLocationType = enumType('InternalLocationType', 'Kind of a location in a page.', {
  anchor: 'A named anchor.',
  node: 'A block, by its key.',
});

export const InternalLocationObject = builder
  .objectRef<InternalLocation>('InternalLocation')
  .implement({
    description: 'An anchor in a page.',
    rest: { fields: 'type anchor node' },
    fields: (t) => ({
      type: t.expose('type', { type: InternalLocationType, description: 'Kind of the location.' }),
      anchor: t.string({
        nullable: true,
        description: 'Name of the place, without `#`; null for a block.',
        resolve: (place) => (place.type === 'anchor' ? place.anchor : null),
      }),
      node: t.string({
        nullable: true,
        description: 'Key of the block in the document; null for a named place.',
        resolve: (place) => (place.type === 'node' ? place.node : null),
      }),
    }),
  });
