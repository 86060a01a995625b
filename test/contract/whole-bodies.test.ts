import {
  getNamedType,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type SelectionSetNode,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { isConnection, restBody } from '../../src/rest/extensions.ts';
import { schema } from '../../src/schema.ts';
import { routes } from '../support/open-api.ts';

/** Places where a body shows less of something that has a body, and why. */
const parts: Readonly<Record<string, string>> = {
  'ReusableContentCreated.reusableContent': 'Its text would be read for every change.',
  'ReusableContentDeleted.reusableContent': 'Its text would be read for every change.',
  'ReusableContentEdited.reusableContent': 'Its text would be read for every change.',
  'ReusableContentReference.reusableContent': 'Its text would be read for every reference.',
  'TeamMembership.member': 'The interface shows the role alone.',
  'VisitedSection.section': 'Its lists are those that the visitor finds, beside it.',
  'VisitedSectionGroup.sectionGroup': 'Its list is the one that the visitor finds, beside it.',
  'VisitedSite.site': 'Its counts and lists are those that the visitor finds, beside it.',
};

/** The fields of an operation that show something with a body of its own in another way. */
function partsIn(document: DocumentNode): string[] {
  const found: string[] = [];
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      Field({ name, selectionSet }) {
        const type = types.getType();
        const parent = types.getParentType();
        if (!type || !parent || !selectionSet) return;
        const named = getNamedType(type);
        const isShown = restBody(named) !== undefined && !isConnection(named);
        if (isShown && !isSpread(selectionSet)) found.push(`${parent.name}.${name.value}`);
      },
    }),
  );
  return found;
}

/** Whether nothing is selected but a fragment, which is the body of the type. */
function isSpread({ selections }: SelectionSetNode): boolean {
  return selections.length === 1 && selections[0]?.kind === Kind.FRAGMENT_SPREAD;
}

describe('the bodies of /v1', () => {
  it('show what has a body of its own by that body, but for what is listed', () => {
    const bodies = routes.map(({ document }) => ({
      ...document,
      definitions: document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION),
    }));
    const found = new Set(bodies.flatMap((document) => partsIn(document)));
    expect([...found].toSorted()).toEqual(Object.keys(parts));
  });
});
