import { docsFolderLimits } from './docs-folder/limits.ts';

/** What the content of a revision may hold, however it came together. */
export const contentLimits = {
  pageCountMax: 20_000,
  fileCountMax: 20_000,
  /** Levels of pages. */
  depthMax: docsFolderLimits.depthMax,
  /** Variables of a revision, and of a page. */
  variableCountMax: docsFolderLimits.variableCountMax,
  reusableContentCountMax: docsFolderLimits.reusableContentCountMax,
  redirectCountMax: docsFolderLimits.redirectCountMax,
} as const;
