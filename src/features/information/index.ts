import './api-information.ts';
