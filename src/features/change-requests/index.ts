import './change-request.ts';
import './space-change-requests.ts';
import './change-request-conflict.ts';
import './change-request-mutations.ts';
import './mergeability.ts';
import './merge-mutations.ts';
import './content-mutations.ts';
