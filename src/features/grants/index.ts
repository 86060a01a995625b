import './grant-mutations.ts';
import './member-spaces.ts';
import './place-grants.ts';
import './user-access.ts';
