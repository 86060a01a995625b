import { builder, type Row } from '../../builder.ts';
import { NO_TRANSLATOR } from './no-translator.ts';

/** Problem that prevents a translation. */
interface Problem {
  code: string;
  message: string;
  step: string | null;
  remedy: string;
}

export const TranslationProblem = builder.objectRef<Problem>('TranslationProblem').implement({
  description: 'Why a translation waits, or why its latest run failed.',
  rest: { fields: 'code message step remedy' },
  fields: (t) => ({
    code: t.exposeString('code', {
      description: 'In capitals, such as `TRANSLATOR_MISSING`; programs can rely on it.',
    }),
    message: t.exposeString('message', { description: 'What is wrong.' }),
    step: t.exposeString('step', {
      nullable: true,
      description: 'The step of the run in which it failed; null when there was none.',
    }),
    remedy: t.exposeString('remedy', { description: 'What to do about it.' }),
  }),
});

/** Returns the problem of a translation; null if there is none. */
export function problemOf(translation: Row<'Translation'>, hasTranslator: boolean): Problem | null {
  const { status, errorCode, errorMessage, errorStep, errorRemedy } = translation;
  if (!hasTranslator && status === 'pending') return { ...NO_TRANSLATOR, step: null };
  if (errorCode === null) return null;
  return {
    code: errorCode,
    message: errorMessage ?? '',
    step: errorStep,
    remedy: errorRemedy ?? '',
  };
}
