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
  description: 'Reason why a translation is waiting or why its latest run failed.',
  rest: { fields: 'code message step remedy' },
  fields: (t) => ({
    code: t.exposeString('code', {
      description:
        'Error code in capitals, such as `TRANSLATOR_MISSING`. Stable, for use in programs.',
    }),
    message: t.exposeString('message', { description: 'Description of the problem.' }),
    step: t.exposeString('step', {
      nullable: true,
      description: 'The step of the run that failed; null for none.',
    }),
    remedy: t.exposeString('remedy', { description: 'How to resolve the problem.' }),
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
