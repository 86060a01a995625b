/** Text in one direction and language: a paragraph, a heading or a title. */
export interface PrintLine {
  body: PrintInline[];
  /** Whether the line is read from right to left; absent without letters. */
  rtl?: boolean;
  /** Language code that decides which glyphs shared Han characters get. */
  lang?: string;
}

/** A link to a label in the book, or to a URL. */
export type PrintTarget = { label: string } | { url: string };

export type PrintInline =
  | string
  | { kind: 'break' }
  /** Word that is longer than a line, in parts between which it may be broken. */
  | { kind: 'word'; parts: string[] }
  | {
      kind: 'styled';
      bold?: boolean;
      italic?: boolean;
      strike?: boolean;
      sup?: boolean;
      sub?: boolean;
      mono?: boolean;
      /** Hexadecimal colors. */
      fill?: string;
      background?: string;
      body: PrintInline[];
    }
  | { kind: 'link'; target: PrintTarget; body: PrintInline[] }
  | { kind: 'note'; body: PrintBlock[] }
  | { kind: 'inline-formula'; source: string; formula: PrintFormula[] }
  /** Image of the height of a line. */
  | { kind: 'inline-image'; path: string; alt: string };

/** Font variants of letters in formulas, by their names in Typst. */
export type MathVariant =
  | 'bold'
  | 'italic'
  | 'upright'
  | 'bb'
  | 'cal'
  | 'frak'
  | 'sans'
  | 'mono'
  | 'bold-italic';

export type PrintFormula =
  /** One character: a letter, digit or operator. */
  | { math: 'sign'; text: string; variant?: MathVariant }
  | { math: 'text'; text: string; variant?: MathVariant }
  /** Name of a function. */
  | { math: 'operator'; text: string }
  | { math: 'space'; em: number }
  | { math: 'fraction'; above: PrintFormula[]; below: PrintFormula[]; line: boolean }
  | { math: 'root'; body: PrintFormula[]; index?: PrintFormula[] }
  | {
      math: 'scripts';
      base: PrintFormula[];
      above?: PrintFormula[];
      below?: PrintFormula[];
      /** Whether the scripts are above and below the base instead of beside it. */
      limits: boolean;
    }
  | { math: 'accent'; base: PrintFormula[]; sign: string }
  | { math: 'line'; base: PrintFormula[]; place: 'overline' | 'underline' }
  | { math: 'brace'; base: PrintFormula[]; place: 'overbrace' | 'underbrace' }
  /** Content whose first and last sign grow with it. */
  | { math: 'fence'; body: PrintFormula[] }
  | { math: 'rows'; rows: PrintFormula[][][] }
  | { math: 'matrix'; rows: PrintFormula[][][]; align: 'left' | 'center' | 'right' }
  | { math: 'hidden' | 'boxed' | 'cancelled'; body: PrintFormula[] };

export interface PrintImage {
  kind: 'image';
  /** Virtual file. */
  path: string;
  /** Size in points. */
  width: number;
  height: number;
  align: 'left' | 'center' | 'right';
  /** Alternative text; '' for an image without meaning. */
  alt: string;
  caption?: PrintLine[];
}

export interface PrintPanel {
  kind: 'panel';
  look: 'info' | 'success' | 'warning' | 'danger' | 'quote' | 'tab' | 'details' | 'reference';
  /** Whether the block stays on one page. */
  keep: boolean;
  title?: PrintLine;
  body: PrintBlock[];
}

export interface PrintTable {
  kind: 'table';
  fontSize: number;
  /** Relative widths of the columns. */
  columns: { width: number; align: 'left' | 'center' | 'right' }[];
  /** Titles; empty for a table without a header. */
  header: PrintLine[];
  rows: PrintBlock[][][];
  /** Whether each row stays on one page. */
  keep: boolean;
}

export type PrintBlock =
  | ({ kind: 'paragraph'; align?: 'start' | 'center' | 'end' } & PrintLine)
  | ({ kind: 'heading'; level: number; size: number; marked: boolean; label?: string } & PrintLine)
  | { kind: 'list'; start: number; items: PrintBlock[][] }
  | { kind: 'bullets'; items: PrintBlock[][] }
  | { kind: 'tasks'; items: { done: boolean; body: PrintBlock[] }[] }
  | PrintPanel
  | { kind: 'steps'; items: PrintBlock[][] }
  | { kind: 'columns'; widths: number[]; items: PrintBlock[][] }
  | {
      kind: 'code';
      title?: PrintLine;
      numbered: boolean;
      /** Number of the first line. */
      start: number;
      /** Numbers of highlighted lines, from 1 in this block. */
      highlighted: number[];
      /** Plain code, which is colored as its language; otherwise lines. */
      source?: string;
      syntax?: string;
      lines?: PrintInline[][];
    }
  | { kind: 'formula'; source: string; formula: PrintFormula[] }
  | PrintImage
  | { kind: 'missing-image'; name: PrintInline[]; reason: string }
  | PrintTable
  | { kind: 'cards'; items: PrintBlock[][] }
  /** Link on its own line with the number of its page. */
  | { kind: 'page-link'; label: string; body: PrintInline[] }
  | { kind: 'rule' };

/** Page of the content. */
export interface PrintPage {
  label: string;
  level: number;
  title: PrintLine;
  /** Whether the page has a bookmark. */
  marked: boolean;
  /** Titles of its ancestors. */
  path: PrintLine | null;
  lead: PrintLine | null;
  /** Running header: its left and its right part. */
  header: [PrintLine, PrintLine];
  /** Pages that a group lists. */
  entries: PrintEntry[];
  body: PrintBlock[];
}

/** Entry in the list of a group. */
export interface PrintEntry {
  label: string;
  depth: number;
  title: PrintLine;
}

/** All data of a book: the template shows it, and evaluates none of it. */
export interface PrintBook {
  title: string;
  lang: string;
  /** Year, month, day, hour, minute and second at which the content was written. */
  writtenAt: number[];
  /** Absent for a single page. */
  cover?: { emoji: PrintInline[]; title: PrintLine; subtitle: PrintLine; date: PrintLine };
  /** Title of the table of contents. */
  contents: PrintLine;
  pages: PrintPage[];
}
