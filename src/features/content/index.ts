import './revision.ts';
import './revision-history.ts';
import './revision-pages.ts';
import './revision-files.ts';
import './revision-reusable-contents.ts';
import './templates/template.ts';
