import { docsFolderLimits } from '../document/docs-folder/docs-folder-limits.ts';

/** Limits of a revision's content, however it was created. */
export const contentLimits = {
  pageCountMax: 20_000,
  fileCountMax: 20_000,
  /** Maximum nesting depth of pages. */
  depthMax: docsFolderLimits.depthMax,
  /** Maximum number of variables, of a revision and of a page. */
  variableCountMax: docsFolderLimits.variableCountMax,
  reusableContentCountMax: docsFolderLimits.reusableContentCountMax,
  redirectCountMax: docsFolderLimits.redirectCountMax,
  /** Maximum length of the title of a page, in characters. */
  titleLengthMax: 250,
  /** Maximum length of the description of a page, in characters. */
  descriptionLengthMax: 1000,
} as const;
