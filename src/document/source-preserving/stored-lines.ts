/** The lines of a container's blocks. */
export interface StoredLines {
  /** First line, and the line after the last one, counted from 0. */
  start: number;
  end: number;
  /**
   * Returns a line without the container's prefix, with its line break; undefined if it lacks the
   * prefix.
   */
  read(line: number): string | undefined;
}

/** The prefixes of the first line and of the other lines of a container's content. */
export interface LinePrefix {
  first: string;
  others: string;
}

/** Returns all lines of a text. */
export function allLines(text: string): StoredLines {
  const lines = text.match(/[^\r\n]*(?:\r\n?|\n)|[^\r\n]+$/g) ?? [];
  return { start: 0, end: lines.length, read: (line) => lines[line] };
}

/** Returns the text of lines, with the last line break; undefined if one of them cannot be read. */
export function readLines(lines: StoredLines, start: number, end: number): string | undefined {
  let text = '';
  for (let line = start; line < end; line += 1) {
    const part = lines.read(line);
    if (part === undefined) return undefined;
    text += part;
  }
  return text;
}

/**
 * Removes a prefix from lines. Only lines are readable that {@link putPrefix} would restore
 * exactly.
 */
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

/** Adds a prefix to each line; on an empty line, without trailing white space. */
export function putPrefix(text: string, { first, others }: LinePrefix): string {
  const [start = '', ...rest] = text.split(/(\r\n?|\n)/);
  const lines = rest.map((part, index) => {
    if (index % 2 === 0) return part;
    const isLast = index === rest.length - 1;
    return part === '' ? (isLast ? '' : others.trimEnd()) : others + part;
  });
  return `${first}${start}${lines.join('')}`;
}

/** Removes the last line break of a text. */
export function withoutEnd(text: string): string {
  return text.replace(/(?:\r\n?|\n)$/, '');
}
