import './openapi-spec.ts';
import './openapi-spec-lists.ts';
import './openapi-spec-mutations.ts';
import './openapi-spec-version.ts';
