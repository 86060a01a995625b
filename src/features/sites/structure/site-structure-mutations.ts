import { mutationField, returnedField } from '../../../builder/mutation-field.ts';
import { builder } from '../../../builder.ts';
import { kindOfId } from '../../../lib/id.ts';
import { siteInputFields } from '../site-input-fields.ts';
import { SiteSectionGroup } from './site-section-group.ts';
import { SiteSection } from './site-section.ts';
import { SiteSpace } from './site-space.ts';
import { sortSiteStructure } from './sort-site-structure.ts';
import {
  anyPointer,
  placeFrom,
  pointerFrom,
  StructurePointerInputType,
  StructurePositionInput,
} from './structure-pointer.ts';

const SiteStructureItem = builder.unionType('SiteStructureItem', {
  description: 'An item in the structure of a site.',
  types: [SiteSpace, SiteSection, SiteSectionGroup],
  resolveType: ({ id }) => kindOfId(id),
});

mutationField('sortSiteStructure', {
  description:
    'Moves a site-space, a section or a section group before or after another one. A site-space stays in its section or at the root level. A section goes where its neighbour is: into the group of a section that has one, else to the top level. A group stays at the top level. Needs the role `create`.',
  rest: {
    routes: {
      sortSiteStructure: 'PATCH /v1/orgs/{organizationId}/sites/{siteId}/structure/sort',
    },
    result: 'item',
  },
  inputDescription: 'Item to move, and its new position.',
  inputFields: (t) => ({
    ...siteInputFields(t),
    item: t.field({
      type: StructurePointerInputType,
      required: true,
      description: 'The item to move.',
      rest: anyPointer,
    }),
    position: t.field({
      type: StructurePositionInput,
      required: true,
      description: 'New position.',
    }),
  }),
  resolve: ({ item, position, ...key }, context) =>
    sortSiteStructure(context, key, pointerFrom(item), placeFrom(position)),
  payload: (t) => ({ item: returnedField(t, SiteStructureItem, 'The item that was moved.') }),
});
