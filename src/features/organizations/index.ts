import './email-domain.ts';
import './organization.ts';
import './organization-billing.ts';
import './organization-mutations.ts';
import './organization-permissions.ts';
import './organization-trial.ts';
import './subdomain.ts';
