/**
 * The JSON tree of a document, as `format=document` returns it for a page or comment.
 *
 * Node kinds are `block`, `inline`, `text`, `leaf`, `mark` and `fragment`. A void block has no
 * `nodes`; its text, if any, is in `fragments`.
 */
export interface DocumentTree {
  object: 'document';
  data: { schemaVersion: number };
  nodes: Block[];
}

export const palette = [
  'default',
  'green',
  'blue',
  'red',
  'orange',
  'yellow',
  'purple',
  '$primary',
  '$info',
  '$success',
  '$warning',
  '$danger',
] as const;
export type Color = (typeof palette)[number];

export type SimpleMarkType =
  | 'bold'
  | 'italic'
  | 'code'
  | 'keyboard'
  | 'strikethrough'
  | 'superscript'
  | 'subscript';
export type TextMark =
  | { object: 'mark'; type: SimpleMarkType }
  | { object: 'mark'; type: 'color'; data: { text: Color; background: Color } };

export interface TextLeaf {
  object: 'leaf';
  text: string;
  marks: TextMark[];
}

export interface TextNode {
  object: 'text';
  key?: string;
  leaves: TextLeaf[];
}

export type UrlReference = { kind: 'url'; url: string };
export type FileReference = { kind: 'file'; file: string };
export type ReusableContentReference = {
  kind: 'reusable-content';
  reusableContent: string;
  space?: string;
};
export type ContentReference =
  | UrlReference
  | FileReference
  | { kind: 'page'; page: string; space?: string }
  | { kind: 'anchor'; anchor: string; page?: string; space?: string }
  | { kind: 'user'; user: string }
  | { kind: 'collection'; collection: string }
  | { kind: 'space'; space: string }
  | ReusableContentReference
  | { kind: 'openapi'; spec: string };

interface VoidInline<Type extends string, Data> {
  object: 'inline';
  type: Type;
  key?: string;
  isVoid: true;
  data: Data;
}

export interface LinkInline {
  object: 'inline';
  type: 'link';
  key?: string;
  isVoid: false;
  data: { ref: ContentReference };
  nodes: (TextNode | ImageInline)[];
}

/** Text with a footnote, which is the fragment. */
export interface AnnotationInline {
  object: 'inline';
  type: 'annotation';
  key?: string;
  isVoid: false;
  data: Record<string, never>;
  nodes: TextNode[];
  fragments: Fragment[];
}

export type ImageInline = VoidInline<
  'inline-image',
  {
    ref: UrlReference | FileReference;
    refDark?: UrlReference | FileReference;
    caption?: string;
    size?: 'original' | 'line';
  }
>;
export type ButtonInline = VoidInline<
  'button',
  { ref: ContentReference; label: string; kind: 'primary' | 'secondary'; icon?: string }
>;

/** A tag within a line of text, known or not, with the content up to its end, if any. */
export type TagInline =
  | VoidInline<'tag', TagData>
  | {
      object: 'inline';
      type: 'tag';
      key?: string;
      isVoid: false;
      data: TagData;
      nodes: InlineContent;
    };

export type ExpressionInline = VoidInline<'expression', { expression: string }>;

export type Inline =
  | LinkInline
  | AnnotationInline
  | ImageInline
  | ButtonInline
  | TagInline
  | VoidInline<'emoji', { code: string }>
  | VoidInline<'icon', { icon: string }>
  | ExpressionInline
  | VoidInline<'inline-math', { formula: string }>
  | VoidInline<'mention', { ref: ContentReference }>;

export type InlineContent = (Inline | TextNode)[];

interface ContentBlock<Type extends string, Data, Node> {
  object: 'block';
  type: Type;
  key?: string;
  isVoid: false;
  data: Data;
  nodes: Node[];
}

interface VoidBlock<Type extends string, Data> {
  object: 'block';
  type: Type;
  key?: string;
  isVoid: true;
  data: Data;
}

export interface Fragment {
  object: 'fragment';
  key?: string;
  fragment: string;
  type?: string;
  nodes: Block[];
}

export type TextAlignment = 'start' | 'center' | 'end';
export type Length = number | { unit: string; value: number };

export type ParagraphBlock = ContentBlock<
  'paragraph',
  { align?: TextAlignment },
  Inline | TextNode
>;
export type HeadingBlock = ContentBlock<
  'heading-1' | 'heading-2' | 'heading-3',
  { id?: string; align?: TextAlignment },
  Inline | TextNode
>;
export type ListItemBlock = ContentBlock<'list-item', { checked?: boolean }, Block>;
export type ListBlock =
  | ContentBlock<'list-ordered', { start?: number }, ListItemBlock>
  | ContentBlock<'list-unordered' | 'list-tasks', Record<string, never>, ListItemBlock>;
export type HintStyle = 'info' | 'warning' | 'danger' | 'success';
export type HintBlock = ContentBlock<'hint', { style: HintStyle }, Block>;
export type QuoteBlock = ContentBlock<'blockquote', Record<string, never>, Block>;
export type ImageBlock = VoidBlock<
  'image',
  {
    ref: UrlReference | FileReference;
    refDark?: UrlReference | FileReference;
    width?: Length;
    height?: Length;
    alt?: string;
  }
> & { fragments: Fragment[] };
export type ImagesBlock = ContentBlock<
  'images',
  { align?: 'center' | 'left' | 'right'; fullWidth?: boolean },
  ImageBlock
>;
export type CodeLineBlock = ContentBlock<
  'code-line',
  { highlighted?: boolean },
  TextNode | AnnotationInline | ExpressionInline
>;
export type CodeBlock = ContentBlock<
  'code',
  {
    syntax?: string;
    title?: string;
    overflow?: 'scroll' | 'wrap';
    lineNumbers?: boolean;
    fullWidth?: boolean;
  },
  CodeLineBlock
>;
export type ExpandableBlock = VoidBlock<'expandable', Record<string, never>> & {
  fragments: Fragment[];
};
export type TabsItemBlock = ContentBlock<'tabs-item', { title?: string }, Block>;
export type TabsBlock = ContentBlock<'tabs', { fullWidth?: boolean }, TabsItemBlock>;
export type StepBlock = ContentBlock<'stepper-step', { icon?: string }, Block>;
export type StepperBlock = ContentBlock<'stepper', Record<string, never>, StepBlock>;
export type VerticalAlignment = 'top' | 'middle' | 'bottom';
export type ColumnBlock = ContentBlock<
  'column',
  { width?: Length; verticalAlignment?: VerticalAlignment },
  Block
>;
export type ColumnsBlock = ContentBlock<'columns', { fullWidth?: boolean }, ColumnBlock>;
/** Content that is visible only if the condition holds for the visitor. */
export type IfBlock = ContentBlock<'if', { expression: string }, Block>;

/** The name and arguments of a tag that no other node represents. */
export interface TagData {
  name: string;
  attributes: Record<string, string>;
  /** Text in the tag besides its name and attributes. */
  text?: string;
}
/** An unknown tag, with the content up to its end, if any. */
export type TagBlock = ContentBlock<'tag', TagData, Block> | VoidBlock<'tag', TagData>;

export type TableDefinition = { id: string; title: string } & (
  | {
      type: 'text';
      textAlignment: 'left' | 'center' | 'right';
      verticalAlignment?: VerticalAlignment;
    }
  | { type: 'number' | 'checkbox' | 'files' | 'content-ref' | 'image' }
  | { type: 'users'; multiple: boolean }
  | { type: 'rating'; max: number }
  | {
      type: 'select';
      multiple: boolean;
      options: { value: string; label: string; color: string }[];
    }
);
export type TableValue = number | string | boolean | null | string[] | ContentReference;
export interface TableRecord {
  orderIndex: string;
  values: Record<string, TableValue>;
}
export type TableView =
  | {
      type: 'grid';
      columns: string[];
      columnWidths?: Record<string, number>;
      hideHeader: boolean;
      useNewSizing?: boolean;
    }
  | {
      type: 'cards';
      columns: string[];
      cardSize: 'medium' | 'large';
      targetDefinition?: string;
      coverDefinition?: string;
      coverDefinitionDark?: string;
      hideColumnTitle?: boolean;
    };
export type TableBlock = VoidBlock<
  'table',
  {
    view: TableView;
    definition: Record<string, TableDefinition>;
    records: Record<string, TableRecord>;
    fullWidth?: boolean;
  }
> & { fragments: Fragment[] };

type OpenApiReference = { kind: 'openapi'; spec: string };

export type ReferenceBlock =
  | VoidBlock<'file', { ref: FileReference }>
  | VoidBlock<'drawing', { ref?: FileReference }>
  | VoidBlock<'embed', { url: string; fullWidth?: boolean }>
  | VoidBlock<'content-ref', { ref: ContentReference }>
  | VoidBlock<'reusable-content', { ref: ReusableContentReference }>
  | VoidBlock<
      'swagger',
      {
        ref: UrlReference | FileReference;
        path: string;
        method: string;
        expanded?: boolean;
        fullWidth?: boolean;
      }
    >
  | VoidBlock<'openapi-operation', { ref: OpenApiReference; path: string; method: string }>
  | VoidBlock<'openapi-schemas', { ref: OpenApiReference; schemas: string[]; grouped: boolean }>
  | VoidBlock<'openapi-webhook', { ref: OpenApiReference; name: string; method: string }>
  | VoidBlock<
      'integration',
      {
        integration: string;
        block: string;
        /** JSON values. */
        props: Record<string, unknown>;
        /** Action of a click, defined by the integration. */
        action?: Record<string, unknown>;
        url?: string;
        fullWidth?: boolean;
      }
    >;

export type Block =
  | ParagraphBlock
  | HeadingBlock
  | ListBlock
  | ListItemBlock
  | HintBlock
  | QuoteBlock
  | ImagesBlock
  | ImageBlock
  | CodeBlock
  | CodeLineBlock
  | ExpandableBlock
  | TabsBlock
  | TabsItemBlock
  | StepperBlock
  | StepBlock
  | ColumnsBlock
  | ColumnBlock
  | IfBlock
  | TagBlock
  | TableBlock
  | ReferenceBlock
  | VoidBlock<'divider', Record<string, never>>
  | VoidBlock<'math', { formula: string }>;
