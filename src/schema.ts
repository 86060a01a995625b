import { builder } from './builder.ts';
import './features/users/index.ts';
import './features/organizations/index.ts';
import './features/members/index.ts';
import './features/teams/index.ts';
import './features/sso/index.ts';
import './features/collections/index.ts';
import './features/content/index.ts';
import './features/spaces/index.ts';
import './features/sites/index.ts';
import './features/placement/index.ts';
import './features/change-requests/index.ts';
import './features/imports/index.ts';
import './features/comments/index.ts';
import './features/reviews/index.ts';
import './features/mergeability/index.ts';
import './features/changes/index.ts';
import './features/links/index.ts';
import './features/search/index.ts';
import './features/pdf/index.ts';
import './features/grants/index.ts';
import './features/invites/index.ts';
import './features/explain/index.ts';
import './features/jobs/index.ts';
import './features/glossary/index.ts';
import './features/translations/index.ts';

/** The whole graph: the table of contents is the list of imports. */
export const schema = builder.toSchema();
