import './content-by-url.ts';
import './published-content-by-url.ts';
