import { z } from 'zod';
import { conditionSchema } from '../../../lib/conditions/condition-schema.ts';
import { EMOJI_LENGTH_MAX } from '../../../lib/emoji.ts';
import { URL_LENGTH_MAX } from '../../../lib/web-url.ts';
import { contentLimits } from '../../../revisions/content-limits.ts';
import { documentText } from '../document-text.ts';
import { docsFolderLimits } from '../../../document/docs-folder/docs-folder-limits.ts';
import { variableName } from '../../../document/docs-folder/read-variables.ts';
import { requireLastingId } from '../../../lib/lasting-id.ts';
import { layoutPresetNames } from '../layout-presets.ts';
import { visibleText } from '../../../lib/visible-text.ts';

/** Maximum number of changes in one write. */
const CHANGES_MAX = 100;
/** Maximum number of files in one change. */
const INSERTED_FILES_MAX = 20;
/** Maximum lengths of texts, in characters. */
const ID_LENGTH_MAX = 100;
const SLUG_LENGTH_MAX = 100;
const ICON_LENGTH_MAX = 50;
export const MARKDOWN_LENGTH_MAX = docsFolderLimits.pageBytesMax;
const FILE_NAME_LENGTH_MAX = 255;
const CONTENT_TYPE_LENGTH_MAX = 255;
/** Maximum length of a file in base64: four characters for three bytes. */
const FILE_BASE64_LENGTH_MAX = Math.ceil(docsFolderLimits.fileBytesMax / 3) * 4;
/** Maximum number of variables, of a page and of the whole content. */
export const VARIABLES_MAX = contentLimits.variableCountMax;
const VARIABLE_TEXT_LENGTH_MAX = docsFolderLimits.variableLengthMax;

/** Id of an entry in content. */
export const contentId = z.string().min(1).max(ID_LENGTH_MAX);
const id = contentId;
/** Lasting id of content, or the `ref` of an earlier insertion. */
const idOrRef = id.superRefine(requireLastingId);

const title = visibleText.min(1).max(contentLimits.titleLengthMax);

/** Never looked up, so it need not exist. */
const keptId = z.string().min(1).max(ID_LENGTH_MAX);
const keptContentId = keptId.superRefine(requireLastingId);

const contentRef = z
  .object({
    kind: z.enum(['file', 'url', 'page', 'anchor']),
    file: keptContentId.optional(),
    url: z
      .url({ protocol: /^(?:https?|mailto)$/ })
      .max(URL_LENGTH_MAX)
      .optional(),
    page: keptContentId.optional(),
    anchor: z.string().min(1).max(URL_LENGTH_MAX).optional(),
    space: keptId.optional(),
  })
  .refine((ref) => ref[ref.kind] !== undefined, 'must have the field that its kind names');

const cover = z.object({
  ref: contentRef.optional(),
  refDark: contentRef.optional(),
  yPos: z.number().min(-1000).max(1000).default(0),
});

const layout = z.object({
  preset: z.enum(layoutPresetNames).optional(),
  width: z.enum(['default', 'wide']).optional(),
  cover: z.boolean().optional(),
  title: z.boolean().optional(),
  description: z.boolean().optional(),
  tableOfContents: z.boolean().optional(),
  outline: z.boolean().optional(),
  pagination: z.boolean().optional(),
  metadata: z.boolean().optional(),
  coverSize: z.enum(['hero', 'full']).optional(),
});

const variableValue = z.union([z.string().max(VARIABLE_TEXT_LENGTH_MAX), z.number(), z.boolean()]);

/** Variables by name; null removes one. */
const variableChanges = z
  .custom<object>(
    // A zod record drops this name silently, but no value of a write may be lost.
    (variables) => !(variables instanceof Object && Object.hasOwn(variables, '__proto__')),
    'must not have the name "__proto__"',
  )
  .pipe(z.record(z.string(), variableValue.nullable()))
  .refine(
    (variables) => Object.keys(variables).length <= VARIABLES_MAX,
    `must have at most ${VARIABLES_MAX} members`,
  )
  .refine(
    (variables) => Object.keys(variables).every((name) => variableName.test(name)),
    'must have names of at most 100 letters, digits and "_", with no digit first',
  );

/** Metadata changes of a page in a write: an absent value is kept, null removes it. */
const pageMetadata = z.object({
  title: title.optional(),
  slug: visibleText
    .min(1)
    .max(SLUG_LENGTH_MAX)
    .regex(
      /^(?!\.{1,2}$)[^/\\?#%\s\p{Cc}]+$/u,
      'must have no spaces and none of the characters / \\ ? # %, and be neither "." nor ".."',
    )
    .optional(),
  description: visibleText.min(1).max(contentLimits.descriptionLengthMax).nullable().optional(),
  emoji: visibleText.min(1).max(EMOJI_LENGTH_MAX).nullable().optional(),
  icon: visibleText.min(1).max(ICON_LENGTH_MAX).nullable().optional(),
  hidden: z.boolean().optional(),
  noIndex: z.boolean().optional(),
  noRobotsIndex: z.boolean().optional(),
  condition: conditionSchema.nullable().optional(),
  layout: layout.nullable().optional(),
  cover: cover.nullable().optional(),
  variables: variableChanges.optional(),
});

const document = documentText(MARKDOWN_LENGTH_MAX);

const place = {
  /** Parent page; null for the top level. */
  into: idOrRef.nullable().optional(),
  /** Index among the siblings; absent for the end. */
  at: z.int().min(0).optional(),
};

const fileBytes = {
  contentType: z
    .string()
    .max(CONTENT_TYPE_LENGTH_MAX)
    .regex(/^[\w.+-]+\/[\w.+-]+$/, 'must be a media type, such as image/png')
    .optional(),
  content: z.base64('must be base64').max(FILE_BASE64_LENGTH_MAX),
};

const fileName = visibleText
  .min(1)
  .max(FILE_NAME_LENGTH_MAX)
  // Browsers resolve "." and ".." to other paths, so the file could not be downloaded.
  .regex(/^(?!\.{1,2}$)[^/\\]+$/, 'must have no slashes, and be neither "." nor ".."');

/** Source of a computed page (interface, Page). */
const computedPage = z.object({
  type: z.literal('builtin:openapi'),
  dependencies: z.object({
    spec: z.object({ ref: z.object({ kind: z.literal('openapi'), spec: id }) }),
  }),
  props: z.object({ models: z.boolean() }),
});

/** All kinds of content changes. A change has exactly one member. */
export const contentCommand = z.object({
  insertPage: z
    .object({
      ...place,
      ref: id.optional(),
      type: z.enum(['document', 'group', 'link', 'computed']).default('document'),
      metadata: pageMetadata.extend({ title }),
      document: document.optional(),
      target: contentRef.optional(),
      computed: computedPage.optional(),
    })
    .optional(),
  updatePage: z
    .object({
      page: idOrRef,
      metadata: pageMetadata.optional(),
      document: document.optional(),
      target: contentRef.optional(),
      ...place,
    })
    .optional(),
  movePage: z.object({ page: idOrRef, ...place }).optional(),
  deletePage: z.object({ page: idOrRef }).optional(),
  revertPage: z.object({ page: idOrRef, revision: id.optional() }).optional(),
  insertFiles: z
    .object({
      files: z
        .array(z.object({ ref: id.optional(), name: fileName, ...fileBytes }))
        .min(1)
        .max(INSERTED_FILES_MAX),
    })
    .optional(),
  updateFile: z
    .object({
      file: idOrRef,
      name: fileName.optional(),
      contentType: fileBytes.contentType,
      content: fileBytes.content.optional(),
    })
    .optional(),
  deleteFile: z.object({ file: idOrRef }).optional(),
  insertReusableContent: z
    .object({ ref: id.optional(), title, document: document.optional() })
    .optional(),
  updateReusableContent: z
    .object({ reusableContent: idOrRef, title: title.optional(), document: document.optional() })
    .optional(),
  deleteReusableContent: z.object({ reusableContent: idOrRef }).optional(),
  revertReusableContent: z.object({ reusableContent: idOrRef, revision: id.optional() }).optional(),
  setVariables: z.object({ variables: variableChanges }).optional(),
});

export type ContentCommand = z.output<typeof contentCommand>;
export type CommandName = keyof ContentCommand;
export type CommandOf<Name extends CommandName> = NonNullable<ContentCommand[Name]>;
export type PageMetadata = z.output<typeof pageMetadata>;

/** A list of changes, applied in order, all or none. */
export const contentCommands = z.object({
  changes: z.array(contentCommand).min(1).max(CHANGES_MAX),
  expectedRevision: id.optional(),
  baseRevision: id.optional(),
});
