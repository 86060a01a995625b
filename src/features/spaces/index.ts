import './space.ts';
import './space-revisions.ts';
import './space-documents.ts';
import './space-mutations.ts';
import './template-mutations.ts';
