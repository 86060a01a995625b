/** Returns instructions of one paragraph as a document. */
export function instructions(text: string) {
  const paragraph = {
    ...{ object: 'block', type: 'paragraph', data: {} },
    nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
  };
  return { object: 'document', data: { schemaVersion: 1 }, nodes: [paragraph] };
}
