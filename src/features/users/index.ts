import './user.ts';
