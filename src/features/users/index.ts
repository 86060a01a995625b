import './api-token.ts';
import './api-token-mutations.ts';
import './sign-in-link-mutations.ts';
import './user.ts';
import './user-mutations.ts';
