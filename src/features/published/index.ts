import './published-address.ts';
