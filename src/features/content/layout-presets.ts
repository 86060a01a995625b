import type { PageLayout } from '../../revisions/store/entry.ts';

/** Names of predefined layouts, in the spelling of the interface. */
export const layoutPresetNames = ['docs', 'editorial', 'landing'] as const;

export type LayoutPreset = (typeof layoutPresetNames)[number];

/** Values of each preset that differ from the defaults. */
export const layoutPresets: Readonly<Record<LayoutPreset, Partial<PageLayout>>> = {
  docs: {},
  editorial: { tableOfContents: false, pagination: false },
  landing: {
    ...{ width: 'wide', coverSize: 'full' },
    ...{ tableOfContents: false, outline: false, pagination: false, metadata: false },
  },
};
