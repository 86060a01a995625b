import { builder } from '../../builder.ts';

export const OpenAPISpecProcessingState = builder.enumType('OpenAPISpecProcessingState', {
  description: 'Processing state of an OpenAPI specification.',
  values: {
    PENDING: { value: 'pending', description: 'Queued.' },
    PROGRESS: { value: 'progress', description: 'Being fetched and validated.' },
    COMPLETE: { value: 'complete', description: 'Processed, successfully or not.' },
  } as const,
});

export const OpenAPISpecProcessingError = builder.enumType('OpenAPISpecProcessingErrorCode', {
  description: 'Error code of the processing of an OpenAPI specification.',
  values: {
    FETCH_TIMEOUT: { value: 'FETCH_TIMEOUT', description: 'A server did not answer in time.' },
    FETCH_ERROR: {
      value: 'FETCH_ERROR',
      description: 'A file could not be fetched: the server or the file does not exist.',
    },
    PARSE_ERROR: {
      value: 'PARSE_ERROR',
      description:
        'The specification is invalid JSON or YAML, not a valid specification, or too large.',
    },
  } as const,
});

export const OpenAPISpecVisibility = builder.enumType('OpenAPISpecVisibility', {
  description: 'Visibility of an OpenAPI specification.',
  values: {
    PRIVATE: { value: 'private', description: 'Members of the organization, except guests.' },
    PUBLIC: { value: 'public', description: 'Anybody with the published URL.' },
  } as const,
});
