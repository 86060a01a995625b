import { markdownToDocument } from '../../document/markdown-to-document.ts';
import { textDerivations } from './text-derivation.ts';

/** A text, and the derivations to compute. */
export interface DeriveTask {
  markdown: string;
  /** Derivations, each with its declaring module, which is loaded. */
  derivations: readonly { name: string; module: string }[];
}

/** Computes derived values of markdown without front matter. Returns them as JSON, in order. */
export async function deriveText({ markdown, derivations }: DeriveTask): Promise<string[]> {
  await Promise.all(derivations.map(({ module }) => import(module)));
  const document = markdownToDocument(markdown, { hasFrontMatter: false });
  return derivations.map(({ name }) => {
    const derivation = textDerivations.get(name);
    if (!derivation) throw new Error(`Its module declares no derivation "${name}".`);
    return JSON.stringify(derivation.derive(document, markdown));
  });
}
