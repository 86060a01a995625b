/** Maximum size of all files of a specification as received: 20 MB. */
export const DOCUMENT_SIZE_MAX = 20_000_000;
/** Maximum number of files of a specification, the first one included. */
export const DOCUMENT_FILES_MAX = 200;
/** Maximum nesting depth of a file. */
export const DOCUMENT_DEPTH_MAX = 200;
/** Maximum number of values in a file; values repeated by aliases count each time. */
export const DOCUMENT_VALUES_MAX = 3_000_000;
/** Maximum number of aliases in a YAML file. */
export const DOCUMENT_ALIASES_MAX = 10_000;
