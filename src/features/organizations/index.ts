import './organization.ts';
import './organization-mutations.ts';
