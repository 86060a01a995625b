import './site.ts';
import './site-section.ts';
import './site-space.ts';
import './site-mutations.ts';
import './site-section-mutations.ts';
import './site-space-mutations.ts';
import './space-publication.ts';
