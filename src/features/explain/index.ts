import './explain-comment.ts';
import './explain-organization.ts';
import './explain-places.ts';
import './explain-site.ts';
import './explain-team.ts';
