// The driver has no types of these.
declare module 'pg/lib/utils.js' {
  const utils: {
    /** Turns a value into what a parameter holds. */
    prepareValue(value: unknown): unknown;
  };
  export default utils;
}
