/** The used part of pdfmake's API. Its own types would add browser types to the whole project. */
declare module 'pdfmake' {
  /** Margins in points: left, top, right and bottom. */
  export type Margin = [number, number, number, number];

  export interface TextStyle {
    font?: string;
    fontSize?: number;
    bold?: boolean;
    italics?: boolean;
    color?: string;
    background?: string;
    lineHeight?: number;
    decoration?: 'underline' | 'lineThrough';
    decorationColor?: string;
    alignment?: 'left' | 'center' | 'right';
    characterSpacing?: number;
    sup?: boolean;
    sub?: boolean;
    link?: string;
    linkToDestination?: string;
    preserveLeadingSpaces?: boolean;
    preserveTrailingSpaces?: boolean;
    /** Whether the text stays on one line. */
    noWrap?: boolean;
  }

  export interface Placement {
    id?: string;
    margin?: Margin;
    /** Column width, in points or as a share of the remaining width. */
    width?: number | 'auto' | '*';
    unbreakable?: boolean;
    pageBreak?: 'before' | 'after';
    /** Cell background. */
    fillColor?: string;
    border?: [boolean, boolean, boolean, boolean];
    colSpan?: number;
    verticalAlignment?: 'top' | 'middle' | 'bottom';
    /** Marker of a list item. */
    listType?: 'none';
  }

  export interface Text extends TextStyle, Placement {
    text: string | Text[];
  }
  /** Number of the page that contains the node with the given id. */
  export interface PageNumber extends TextStyle, Placement {
    pageReference: string;
  }
  export interface Stack extends TextStyle, Placement {
    stack: Content[];
  }
  export interface Columns extends TextStyle, Placement {
    columns: Content[];
    columnGap?: number;
  }
  export interface BulletList extends TextStyle, Placement {
    ul: Content[];
    markerColor?: string;
  }
  export interface NumberedList extends TextStyle, Placement {
    ol: Content[];
    start?: number;
    markerColor?: string;
  }
  export interface Table extends TextStyle, Placement {
    table: {
      body: Content[][];
      widths: (number | '*' | 'auto')[];
      headerRows?: number;
      keepWithHeaderRows?: number;
      dontBreakRows?: boolean;
    };
    layout?: TableLayout;
  }
  export interface Image extends Placement {
    /** Name in `images`. */
    image: string;
    width: number;
    height: number;
    alignment?: 'left' | 'center' | 'right';
    link?: string;
    linkToDestination?: string;
  }
  /** SVG drawing; `font` is the fallback for its texts. */
  export interface Svg extends Placement {
    svg: string;
    font: string;
    width: number;
    height: number;
    alignment?: 'left' | 'center' | 'right';
  }
  export interface Drawing extends Placement {
    canvas: object[];
    alignment?: 'left' | 'center' | 'right';
  }
  /** Content on pages of its own; allowed at the top level only. */
  export interface Section {
    section: Content[];
    header?: PageContent | null;
    footer?: PageContent | null;
  }
  export type Content =
    | Text
    | PageNumber
    | Stack
    | Columns
    | BulletList
    | NumberedList
    | Table
    | Image
    | Svg
    | Drawing
    | Section;

  /** Header or footer of a page, by page number. */
  export type PageContent = (page: number, pageCount: number) => Content;

  export interface TableLayout {
    hLineWidth?: (line: number, table: Table) => number;
    vLineWidth?: (line: number, table: Table) => number;
    hLineColor?: string | ((line: number, table: Table) => string);
    vLineColor?: string | ((line: number, table: Table) => string);
    hLineStyle?: (line: number, table: Table) => { dash: { length: number; space: number } } | null;
    paddingLeft?: (column: number, table: Table) => number;
    paddingRight?: (column: number, table: Table) => number;
    paddingTop?: (row: number, table: Table) => number;
    paddingBottom?: (row: number, table: Table) => number;
    fillColor?: string | ((row: number, table: Table, column: number) => string | null);
  }

  /** Bookmark, or the root of all bookmarks. */
  export interface Outline {
    outlineData: Record<string, unknown>;
    addItem(title: string, options: { pageNumber: number }): Outline;
  }

  export interface FontFamily {
    normal: string;
    bold: string;
    italics: string;
    bolditalics: string;
  }

  export interface DocumentDefinition {
    content: Content[];
    pageSize: 'A4';
    pageMargins: Margin;
    defaultStyle: TextStyle;
    footer?: PageContent;
    images: Record<string, string>;
    info: {
      title: string;
      creator: string;
      producer: string;
      creationDate: Date;
      modDate: Date;
    };
    language?: string;
    version: '1.7';
    displayTitle: boolean;
  }

  interface PdfMake {
    /** Virtual file system, which replaces access to the disk. */
    virtualfs: {
      writeFileSync(name: string, content: Uint8Array): void;
      storage: Record<string, unknown>;
    };
    setFonts(fonts: Record<string, FontFamily>): void;
    setUrlAccessPolicy(policy: (url: string) => boolean): void;
    setLocalAccessPolicy(policy: (path: string) => boolean): void;
    createPdf(
      definition: Pick<DocumentDefinition, 'content' | 'defaultStyle'> &
        Partial<DocumentDefinition>,
    ): {
      /** Returns the PDF after layout, before it is written. */
      getStream(): Promise<{ outline: Outline }>;
      getBuffer(): Promise<Buffer>;
    };
  }
  const pdfmake: PdfMake;
  export default pdfmake;
}
