/** Most bytes of all files of a specification, as they come: 20 MB. */
export const DOCUMENT_SIZE_MAX = 20_000_000;
/** Most files of a specification, the first one included. */
export const DOCUMENT_FILES_MAX = 200;
/** Deepest nesting of a file. */
export const DOCUMENT_DEPTH_MAX = 200;
/** Most values in a file, what aliases repeat counted each time. */
export const DOCUMENT_VALUES_MAX = 3_000_000;
/** Most aliases in a file of YAML. */
export const DOCUMENT_ALIASES_MAX = 10_000;
