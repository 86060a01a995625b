import { markdownToDocument } from '../document/markdown-to-document.ts';
import { textDerivations } from './text-derivation.ts';

/** A text, and what is derived of it. */
export interface DeriveTask {
  markdown: string;
  /** Each with the module that declares it, which is loaded. */
  derivations: readonly { name: string; module: string }[];
}

/** Derives values of markdown that has no front matter. Returns them as JSON, in their order. */
export async function deriveText({ markdown, derivations }: DeriveTask): Promise<string[]> {
  await Promise.all(derivations.map(({ module }) => import(module)));
  const document = markdownToDocument(markdown, { hasFrontMatter: false });
  return derivations.map(({ name }) => {
    const derivation = textDerivations.get(name);
    if (!derivation) throw new Error(`Its module declares no derivation "${name}".`);
    return JSON.stringify(derivation.derive(document, markdown));
  });
}
