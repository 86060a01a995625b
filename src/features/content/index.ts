import './revision.ts';
import './revision-pages.ts';
import './revision-files.ts';
