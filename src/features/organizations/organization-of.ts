import { requiredField } from '../../pagination/declared-fields.ts';
import { organizationSource } from './organization-source.ts';

/**
 * The options by which a field serves the owner of something that exists for members of its
 * organization only: spread them into `t.field`.
 */
export const ownerField = requiredField(organizationSource, 'organizationId');
