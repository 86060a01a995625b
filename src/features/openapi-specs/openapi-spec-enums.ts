import { enumType } from '../../builder/declare-types.ts';

export const OpenAPISpecProcessingState = enumType(
  'OpenAPISpecProcessingState',
  'Processing state of an OpenAPI specification.',
  {
    pending: 'Queued.',
    progress: 'Being fetched and validated.',
    complete: 'Processed, successfully or not.',
  },
);

export const OpenAPISpecProcessingError = enumType(
  'OpenAPISpecProcessingErrorCode',
  'Error code of the processing of an OpenAPI specification.',
  {
    FETCH_TIMEOUT: 'A server did not respond in time.',
    FETCH_ERROR: 'A file could not be fetched: the server or the file does not exist.',
    PARSE_ERROR:
      'The specification is invalid JSON or YAML, not a valid specification, or too large.',
  },
);

export const OpenAPISpecVisibility = enumType(
  'OpenAPISpecVisibility',
  'Visibility of an OpenAPI specification.',
  {
    private: 'Members of the organization, except guests.',
    public: 'Anybody with the published URL.',
  },
);
