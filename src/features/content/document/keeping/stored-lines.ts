/** The lines that the blocks of a container stand on. */
export interface StoredLines {
  /** First line and the line after the last one, counted from 0. */
  start: number;
  end: number;
  /** A line as the container's blocks see it, with its end; undefined when it cannot be read so. */
  read(line: number): string | undefined;
}

/** What stands before the first line of a container's content, and before each of the others. */
export interface LinePrefix {
  first: string;
  others: string;
}

/** All lines of a text. */
export function allLines(text: string): StoredLines {
  const lines = text.match(/[^\r\n]*(?:\r\n?|\n)|[^\r\n]+$/g) ?? [];
  return { start: 0, end: lines.length, read: (line) => lines[line] };
}

/** Lines as they stand, with the end of the last one; undefined when one of them cannot be read. */
export function readLines(lines: StoredLines, start: number, end: number): string | undefined {
  let text = '';
  for (let line = start; line < end; line += 1) {
    const part = lines.read(line);
    if (part === undefined) return undefined;
    text += part;
  }
  return text;
}

/** Lines without a prefix. Only those can be read that {@link putPrefix} makes the same again. */
export function withoutPrefix(lines: StoredLines, { first, others }: LinePrefix): StoredLines {
  return {
    ...lines,
    read(line) {
      const text = lines.read(line);
      if (text === undefined) return undefined;
      const content = withoutEnd(text);
      const isFirst = line === lines.start;
      if (!isFirst && content === others.trimEnd()) return text.slice(content.length);
      const prefix = isFirst ? first : others;
      const isBelow = content.startsWith(prefix) && content.length > prefix.length;
      return isBelow ? text.slice(prefix.length) : undefined;
    },
  };
}

/** Puts a prefix before each line; before an empty one, without white space at its end. */
export function putPrefix(text: string, { first, others }: LinePrefix): string {
  const [start = '', ...rest] = text.split(/(\r\n?|\n)/);
  const lines = rest.map((part, index) => {
    if (index % 2 === 0) return part;
    const isLast = index === rest.length - 1;
    return part === '' ? (isLast ? '' : others.trimEnd()) : others + part;
  });
  return `${first}${start}${lines.join('')}`;
}

/** A line, or several, without the end of the last one. */
export function withoutEnd(text: string): string {
  return text.replace(/(?:\r\n?|\n)$/, '');
}
