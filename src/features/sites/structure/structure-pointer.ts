import type { InputRef } from '@pothos/core';
import { builder, type InputBuilder } from '../../../builder.ts';
import type { RestInput } from '../../../rest/options.ts';
import { pointer } from '../../../rest/pointer.ts';
import type { Place } from './site-order.ts';

/** Identifies an item in the structure of a site. */
export interface StructurePointer {
  kind: 'SiteSpace' | 'SiteSection' | 'SiteSectionGroup';
  id: string;
}

/** GraphQL input for a pointer; exactly one field is set. */
interface StructurePointerInput {
  siteSpace?: string | null | undefined;
  siteSection?: string | null | undefined;
  siteSectionGroup?: string | null | undefined;
}

/** Input field by the `type` that `/v1` uses. */
const inputFields = {
  'site-space': 'siteSpace',
  'site-section': 'siteSection',
  'site-section-group': 'siteSectionGroup',
} as const satisfies Record<string, keyof StructurePointerInput>;

type PointerType = keyof typeof inputFields;

/**
 * Returns the `/v1` format of a pointer to one of several kinds: `{ type: "site-section", id:
 * "sec_…" }`.
 */
const pointerOf = (...types: [PointerType, ...PointerType[]]) =>
  pointer(types, 'id', (id, type) => ({ [inputFields[type]]: id }));

export const anyPointer = pointerOf('site-space', 'site-section', 'site-section-group');

const sectionOrGroup = pointerOf('site-section', 'site-section-group');

export const StructurePointerInputType = builder.inputType('SiteStructurePointerInput', {
  description: 'Reference to an item in the structure of a site.',
  isOneOf: true,
  fields: (t) => ({
    siteSpace: t.id({ description: 'Id of a site-space.' }),
    siteSection: t.id({ description: 'Id of a section.' }),
    siteSectionGroup: t.id({ description: 'Id of a section group.' }),
  }),
});

/** Returns the input fields of a place between siblings of several kinds. */
function placeFields<Pointer>(t: InputBuilder, type: InputRef<Pointer>, rest: RestInput) {
  return {
    before: t.field({ type, rest, description: 'The sibling before which the item is placed.' }),
    after: t.field({ type, rest, description: 'The sibling after which the item is placed.' }),
  };
}

export const StructurePositionInput = builder.inputType('SiteStructurePositionInput', {
  description: 'A place in the structure of a site; one side is enough, both must be neighbours.',
  fields: (t) => placeFields(t, StructurePointerInputType, anyPointer),
});

const SectionOrGroupPointerInput = builder.inputType('SectionOrGroupPointerInput', {
  description: 'A section or a section group of a site.',
  isOneOf: true,
  fields: (t) => ({
    siteSection: t.id({ description: 'Id of a section.' }),
    siteSectionGroup: t.id({ description: 'Id of a section group.' }),
  }),
});

export const SectionGroupPositionInput = builder.inputType('SiteSectionGroupPositionInput', {
  description: 'A place at the top level of a site; one side is enough, both must be neighbours.',
  fields: (t) => placeFields(t, SectionOrGroupPointerInput, sectionOrGroup),
});

/** Converts an input to a pointer. Its type guarantees that one field is set. */
export function pointerFrom(input: StructurePointerInput): StructurePointer {
  const { siteSpace, siteSection, siteSectionGroup } = input;
  if (siteSpace != null) return { kind: 'SiteSpace', id: siteSpace };
  if (siteSection != null) return { kind: 'SiteSection', id: siteSection };
  return { kind: 'SiteSectionGroup', id: siteSectionGroup ?? '' };
}

/** Converts an input to a place. */
export function placeFrom({
  before,
  after,
}: Place<StructurePointerInput>): Place<StructurePointer> {
  return { before: before && pointerFrom(before), after: after && pointerFrom(after) };
}
