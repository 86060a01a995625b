import { z } from 'zod';
import { builder } from '../../builder.ts';
import type { RestInput } from '../../rest/options.ts';
import type { Place } from './site-order.ts';

/** Names something that has a place in the structure of a site. */
export interface StructurePointer {
  kind: 'SiteSpace' | 'SiteSection' | 'SiteSectionGroup';
  id: string;
}

/** How the graph names it: by exactly one of these. */
interface StructurePointerInput {
  siteSpace?: string | null | undefined;
  siteSection?: string | null | undefined;
  siteSectionGroup?: string | null | undefined;
}

/** The input field for each `type` that `/v1` writes. */
const inputFields = {
  'site-space': 'siteSpace',
  'site-section': 'siteSection',
  'site-section-group': 'siteSectionGroup',
} as const satisfies Record<string, keyof StructurePointerInput>;

type PointerType = keyof typeof inputFields;

/** How `/v1` writes one that may be of several kinds: `{ type: "site-section", id: "sec_…" }`. */
function pointerOf(types: readonly PointerType[]): RestInput {
  const pointer = z.strictObject({ type: z.enum(types), id: z.string() });
  const written = types.map((type) => `"${type}"`).join(' or ');
  return {
    schema: {
      type: 'object',
      properties: { type: { type: 'string', enum: types }, id: { type: 'string' } },
      required: ['type', 'id'],
      additionalProperties: false,
    },
    parse: (value) => {
      const { success, data } = pointer.safeParse(value);
      if (!success) throw new Error(`must be { type: ${written}, id: <id> }`);
      return { [inputFields[data.type]]: data.id };
    },
  };
}

export const anyPointer = pointerOf(['site-space', 'site-section', 'site-section-group']);

const sectionOrGroup = pointerOf(['site-section', 'site-section-group']);

export const StructurePointerInputType = builder.inputType('SiteStructurePointerInput', {
  description: 'Something that has a place in the structure of a site.',
  isOneOf: true,
  fields: (t) => ({
    siteSpace: t.id({ description: 'Id of a site-space.' }),
    siteSection: t.id({ description: 'Id of a section.' }),
    siteSectionGroup: t.id({ description: 'Id of a section group.' }),
  }),
});

export const StructurePositionInput = builder.inputType('SiteStructurePositionInput', {
  description: 'A place in the structure of a site; one side is enough, both must be neighbours.',
  fields: (t) => ({
    before: t.field({
      type: StructurePointerInputType,
      description: 'What comes next.',
      rest: anyPointer,
    }),
    after: t.field({
      type: StructurePointerInputType,
      description: 'What comes before.',
      rest: anyPointer,
    }),
  }),
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
  fields: (t) => ({
    before: t.field({
      type: SectionOrGroupPointerInput,
      description: 'What comes next.',
      rest: sectionOrGroup,
    }),
    after: t.field({
      type: SectionOrGroupPointerInput,
      description: 'What comes before.',
      rest: sectionOrGroup,
    }),
  }),
});

/** What an input names; its type lets one field be given only. */
export function pointerFrom(input: StructurePointerInput): StructurePointer {
  const { siteSpace, siteSection, siteSectionGroup } = input;
  if (siteSpace != null) return { kind: 'SiteSpace', id: siteSpace };
  if (siteSection != null) return { kind: 'SiteSection', id: siteSection };
  return { kind: 'SiteSectionGroup', id: siteSectionGroup ?? '' };
}

/** The place that an input names. */
export function placeFrom({
  before,
  after,
}: Place<StructurePointerInput>): Place<StructurePointer> {
  return { before: before && pointerFrom(before), after: after && pointerFrom(after) };
}
