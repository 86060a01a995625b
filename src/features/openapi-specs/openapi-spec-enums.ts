import { builder } from '../../builder.ts';

export const OpenAPISpecProcessingState = builder.enumType('OpenAPISpecProcessingState', {
  description: 'How far an OpenAPI specification is processed.',
  values: {
    PENDING: { value: 'pending', description: 'It waits for its turn.' },
    PROGRESS: { value: 'progress', description: 'It is being fetched and checked.' },
    COMPLETE: { value: 'complete', description: 'It was processed, or that failed.' },
  } as const,
});

export const OpenAPISpecProcessingError = builder.enumType('OpenAPISpecProcessingErrorCode', {
  description: 'Why an OpenAPI specification could not be processed.',
  values: {
    FETCH_TIMEOUT: { value: 'FETCH_TIMEOUT', description: 'A server did not answer in time.' },
    FETCH_ERROR: {
      value: 'FETCH_ERROR',
      description: 'A file could not be fetched: there is no such server, or it has no such file.',
    },
    PARSE_ERROR: {
      value: 'PARSE_ERROR',
      description: 'It is no JSON or YAML, or not valid, or larger than specifications can be.',
    },
  } as const,
});

export const OpenAPISpecVisibility = builder.enumType('OpenAPISpecVisibility', {
  description: 'Who may read an OpenAPI specification.',
  values: {
    PRIVATE: { value: 'private', description: 'The members of the organization but guests.' },
    PUBLIC: { value: 'public', description: 'Anybody who has its published address.' },
  } as const,
});
