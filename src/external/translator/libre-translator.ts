import { z } from 'zod';
import { pluralize } from '../../lib/pluralize.ts';
import {
  askTranslator,
  invalidResponse,
  refusalOf,
  unsupported,
  type TranslatorServer,
} from './ask-translator.ts';
import type { TranslationRequest, Translator } from './translator.ts';
import type { TranslatorError } from './translator-error.ts';

export interface LibreTranslatorOptions extends TranslatorServer {
  key: string | undefined;
}

/** Alternative language codes of services; the first available one is used. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  'pt-br': ['pt-BR', 'pb'],
  no: ['nb'],
  zh: ['zh-Hans'],
  yue: ['zh-HK'],
};

const languagesAnswer = z.array(
  z.object({ code: z.string(), targets: z.array(z.string()).optional() }),
);
const translateAnswer = z.object({ translatedText: z.array(z.string()) });
const errorAnswer = z.object({ error: z.string() });

type Languages = z.output<typeof languagesAnswer>;

/** Creates a translator that uses the LibreTranslate protocol. */
export function createLibreTranslator({ key, ...server }: LibreTranslatorOptions): Translator {
  let languages: Languages | undefined;
  const languagesOf = async (signal: AbortSignal): Promise<Languages> => {
    const { status, body } = await askTranslator(server, { path: '/languages', signal });
    const parsed = languagesAnswer.safeParse(body);
    if (status >= 400) throw refusalOf(status);
    if (!parsed.success)
      throw invalidResponse('to the request for its languages is not a list of them');
    return parsed.data;
  };
  return {
    textsMax: 50,
    charactersMax: 5000,
    async translate(request) {
      languages ??= await languagesOf(request.signal);
      const pair = pairOf(languages, request);
      const { status, body } = await askTranslator(server, {
        path: '/translate',
        body: { q: request.texts, ...pair, format: 'html', ...(key && { api_key: key }) },
        signal: request.signal,
      });
      if (status >= 400) throw refusal(status, body, request);
      const parsed = translateAnswer.safeParse(body);
      if (!parsed.success || parsed.data.translatedText.length !== request.texts.length) {
        throw invalidResponse(`is not a list of ${pluralize(request.texts.length, 'text')}`);
      }
      return parsed.data.translatedText;
    },
  };
}

/** Returns the service's codes for both languages. @throws TranslatorError for an unknown pair */
function pairOf(
  languages: Languages,
  { source, target }: TranslationRequest,
): { source: string; target: string } {
  const codes = (language: string) => [language, ...(aliases[language] ?? [])];
  const from = languages.find(({ code }) => codes(source).includes(code));
  const known = from?.targets ?? languages.map(({ code }) => code);
  const to = codes(target).find((code) => known.includes(code));
  if (!from || to === undefined) throw unsupported(source, target);
  return { source: from.code, target: to };
}

function refusal(
  status: number,
  body: unknown,
  { source, target }: TranslationRequest,
): TranslatorError {
  const { error = '' } = errorAnswer.safeParse(body).data ?? {};
  if (/not supported/i.test(error)) return unsupported(source, target);
  if (/text limit|exceeds/i.test(error)) return refusalOf(413);
  if (/api key/i.test(error)) return refusalOf(403);
  return refusalOf(status);
}
