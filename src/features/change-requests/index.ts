import './change-request.ts';
import './space-change-requests.ts';
