/** Compiles src to dist unless dist is newer than every source. */
export function compile(): void;
