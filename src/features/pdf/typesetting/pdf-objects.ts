import { deflateSync, inflateSync } from 'node:zlib';

/**
 * Objects of a PDF as Typst writes it: with one table of their positions, in the order of the file.
 * Bytes are represented as Latin-1.
 */
export class PdfObjects {
  readonly #pdf: Buffer;
  /** Start of each object, by number. */
  readonly #starts = new Map<number, number>();
  readonly #ends = new Map<number, number>();
  readonly #changed = new Map<number, Buffer>();
  /** Start of the table of positions, which follows the last object. */
  readonly #tableStart: number;

  constructor(pdf: Buffer) {
    this.#pdf = pdf;
    const [, start = ''] = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(latin1(pdf.subarray(-100))) ?? [];
    this.#tableStart = Number(start);
    const table = latin1(pdf.subarray(this.#tableStart));
    const entries = [...table.matchAll(/^(\d{10}) \d{5} ([nf])/gm)];
    if (!table.startsWith('xref\n0 ') || entries.length === 0) throw new Error('Unknown table.');
    entries.forEach(([, position, kind], number) => {
      if (kind === 'n') this.#starts.set(number, Number(position));
    });
    const sorted = [...this.#starts].toSorted(([, a], [, b]) => a - b);
    sorted.forEach(([number], index) => {
      this.#ends.set(number, sorted[index + 1]?.[1] ?? this.#tableStart);
    });
  }

  numbers(): number[] {
    return [...this.#starts.keys()];
  }

  /** Returns the dictionary of an object. */
  dictionary(number: number): string {
    const bytes = this.#bytes(number);
    const stream = bytes.indexOf('\nstream\n');
    return latin1(stream < 0 ? bytes : bytes.subarray(0, stream));
  }

  /** Returns the content of a stream. */
  stream(number: number): Buffer {
    const bytes = this.#bytes(number);
    const start = bytes.indexOf('\nstream\n') + '\nstream\n'.length;
    const content = bytes.subarray(start, bytes.lastIndexOf('\nendstream'));
    return this.dictionary(number).includes('/FlateDecode') ? inflateSync(content) : content;
  }

  /** Replaces a stream that has no other entries than its length and compression. */
  replaceStream(number: number, content: string): void {
    const bytes = deflateSync(Buffer.from(content, 'latin1'));
    const head = `${number} 0 obj\n<<\n  /Length ${bytes.length}\n  /Filter /FlateDecode\n>>\nstream\n`;
    const tail = '\nendstream\nendobj\n\n';
    this.#changed.set(number, Buffer.concat([Buffer.from(head), bytes, Buffer.from(tail)]));
  }

  /** Returns the file with its changes. */
  write(): Buffer {
    if (this.#changed.size === 0) return this.#pdf;
    const sorted = [...this.#starts].toSorted(([, a], [, b]) => a - b);
    const parts = [this.#pdf.subarray(0, sorted[0]?.[1] ?? 0)];
    const positions = new Map<number, number>();
    let position = parts[0]?.length ?? 0;
    for (const [number] of sorted) {
      const bytes = this.#changed.get(number) ?? this.#bytes(number);
      positions.set(number, position);
      parts.push(bytes);
      position += bytes.length;
    }
    let number = -1;
    const table = latin1(this.#pdf.subarray(this.#tableStart))
      .replaceAll(/^\d{10}(?= \d{5} [nf])/gm, (old) => {
        number += 1;
        return positions.get(number)?.toString().padStart(10, '0') ?? old;
      })
      .replace(/(startxref\s+)\d+/, `$1${position}`);
    return Buffer.concat([...parts, Buffer.from(table, 'latin1')]);
  }

  #bytes(number: number): Buffer {
    return this.#pdf.subarray(this.#starts.get(number) ?? 0, this.#ends.get(number) ?? 0);
  }
}

function latin1(bytes: Buffer): string {
  return bytes.toString('latin1');
}
