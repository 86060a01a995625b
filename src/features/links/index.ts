import './content-reference.ts';
import './link-connection.ts';
import './links-between-spaces.ts';
import './page-links.ts';
import './space-links.ts';
import './text-reference.ts';
