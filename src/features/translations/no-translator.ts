/** Problem of an installation without a translation service, with its remedy. */
export const NO_TRANSLATOR = {
  code: 'TRANSLATOR_MISSING',
  message: 'docgraph has no translator.',
  remedy: 'Set TRANSLATOR_URL to a translation service, restart docgraph, and start a run.',
} as const;
