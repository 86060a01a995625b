import { z } from 'zod';
import { visibleText } from '../../lib/visible-text.ts';

export const organizationTitle = visibleText.min(2).max(255);

/** E-mail domain. It is case-insensitive, and stored in lower case. */
export const emailDomain = z.hostname().max(253).toLowerCase();

export const emailDomains = z.array(emailDomain).max(100);

export const organizationTypes = ['business', 'community'] as const;

export const organizationUseCases = [
  'internalDocs',
  'docsSite',
  'audienceControlledSite',
  'productDocs',
  'teamKnowledgeBase',
  'designSystem',
  'openSourceDocs',
  'notes',
  'other',
] as const;
