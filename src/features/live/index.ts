import './change-request-subscription.ts';
import './job-subscription.ts';
import './space-subscription.ts';
