import './organization-translations.ts';
import './translation.ts';
import './translation-mutations.ts';
