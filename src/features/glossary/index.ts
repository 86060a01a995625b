import './glossary-entry.ts';
import './glossary-mutations.ts';
import './organization-glossary.ts';
