import { z } from 'zod';

/** Longest address, in characters (interface, Limits). */
export const URL_LENGTH_MAX = 2048;

/** An address of `http` or `https`. */
export const webUrl = z.url({ protocol: /^https?$/ }).max(URL_LENGTH_MAX);
