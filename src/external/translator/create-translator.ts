import type { TranslatorSettings } from '../../config.ts';
import type { WebClient } from '../http/web-client.ts';
import { createLibreTranslator } from './libre-translator.ts';
import { createOpenAiTranslator } from './open-ai-translator.ts';
import type { Translator } from './translator.ts';

/** Creates the translator of the settings; null if they name none. */
export function createTranslator(
  settings: TranslatorSettings | undefined,
  web: WebClient,
): Translator | null {
  if (!settings) return null;
  const { kind, url, key, model } = settings;
  return kind === 'openai'
    ? createOpenAiTranslator({ web, url, key, model })
    : createLibreTranslator({ web, url, key });
}
