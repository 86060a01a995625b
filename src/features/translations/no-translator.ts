/** Why nothing is translated where no service was given, and what to do. */
export const NO_TRANSLATOR = {
  code: 'TRANSLATOR_MISSING',
  message: 'docgraph has no translator.',
  remedy: 'Set TRANSLATOR_URL to a translation service, restart docgraph, and start a run.',
} as const;
