import './change-request.ts';
import './space-change-requests.ts';
import './change-request-mutations.ts';
