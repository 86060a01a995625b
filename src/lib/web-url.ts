import { z } from 'zod';

/** Maximum length of a URL, in characters (interface, Limits). */
export const URL_LENGTH_MAX = 2048;

/** A URL with the protocol `http` or `https`. */
export const webUrl = z.url({ protocol: /^https?$/ }).max(URL_LENGTH_MAX);
