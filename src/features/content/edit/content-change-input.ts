import { builder } from '../../../builder.ts';
import { PageType } from '../page.ts';
import { VariableChanges } from '../variables-scalar.ts';
import { ComputedPageInput } from './computed-page-input.ts';
import {
  ContentRefInput,
  NewPageMetadataInput,
  PageDocumentInput,
  PageMetadataInput,
  pagePlaceFields,
} from './page-inputs.ts';

const REF_DESCRIPTION = 'Name for later changes of the list, to use instead of the id.';
const PAGE_DESCRIPTION = 'Id of the page, or its `ref` in an earlier change.';
const REUSABLE_CONTENT_DESCRIPTION =
  'Id of the reusable content, or its `ref` in an earlier change.';
const REVERTED_TO_DESCRIPTION =
  'Id of the revision. In a change request, the primary content that it last took in when absent.';

const InsertPageInput = builder.inputType('InsertPageInput', {
  description: 'Inserts a new page.',
  fields: (t) => ({
    ref: t.id({ description: REF_DESCRIPTION }),
    type: t.field({
      type: PageType,
      defaultValue: 'document',
      description: 'Format of the source.',
    }),
    metadata: t.field({
      type: NewPageMetadataInput,
      required: true,
      description: 'Attributes other than the text.',
    }),
    document: t.field({ type: PageDocumentInput, description: 'Text; empty by default.' }),
    target: t.field({ type: ContentRefInput, description: 'Target of a link page.' }),
    computed: t.field({
      type: ComputedPageInput,
      description: 'Source of a page of type `computed`.',
    }),
    ...pagePlaceFields(t),
  }),
});

const UpdatePageInput = builder.inputType('UpdatePageInput', {
  description: 'Changes a page. Omitted fields are unchanged.',
  fields: (t) => ({
    page: t.id({ required: true, description: PAGE_DESCRIPTION }),
    metadata: t.field({
      type: PageMetadataInput,
      description: 'Attributes other than the text.',
    }),
    document: t.field({
      type: PageDocumentInput,
      description: 'New text, which replaces the old one.',
    }),
    target: t.field({ type: ContentRefInput, description: 'Target of a link page.' }),
    ...pagePlaceFields(t),
  }),
});

const MovePageInput = builder.inputType('MovePageInput', {
  description: 'Moves a page with all pages below it. Without `into`, it moves among its siblings.',
  fields: (t) => ({
    page: t.id({ required: true, description: PAGE_DESCRIPTION }),
    ...pagePlaceFields(t),
  }),
});

const DeletePageInput = builder.inputType('DeletePageInput', {
  description: 'Deletes a page with all pages below it. Succeeds if it does not exist.',
  fields: (t) => ({ page: t.id({ required: true, description: PAGE_DESCRIPTION }) }),
});

const RevertPageInput = builder.inputType('RevertPageInput', {
  description:
    'Reverts a page to its state in another revision of the space: restores a deleted one, and deletes one that did not exist there. It keeps its place.',
  fields: (t) => ({
    page: t.id({ required: true, description: PAGE_DESCRIPTION }),
    revision: t.id({ description: REVERTED_TO_DESCRIPTION }),
  }),
});

const InsertFileInput = builder.inputType('InsertFileInput', {
  description: 'A file to insert.',
  fields: (t) => ({
    ref: t.id({ description: REF_DESCRIPTION }),
    name: t.string({ required: true, description: 'Name with extension.' }),
    contentType: t.string({ description: 'Media type; by the name when absent.' }),
    content: t.string({ required: true, description: 'The bytes, in base64.' }),
  }),
});

const InsertFilesInput = builder.inputType('InsertFilesInput', {
  description: 'Inserts new files.',
  fields: (t) => ({
    files: t.field({ type: [InsertFileInput], required: true, description: 'The files.' }),
  }),
});

const UpdateFileInput = builder.inputType('UpdateFileInput', {
  description: 'Renames a file or replaces its bytes. Omitted fields are unchanged.',
  fields: (t) => ({
    file: t.id({
      required: true,
      description: 'Id of the file, or its `ref` in an earlier change.',
    }),
    name: t.string({ description: 'Name with extension.' }),
    contentType: t.string({ description: 'Media type.' }),
    content: t.string({ description: 'The new bytes, in base64.' }),
  }),
});

const DeleteFileInput = builder.inputType('DeleteFileInput', {
  description: 'Deletes a file. Succeeds if it does not exist.',
  fields: (t) => ({ file: t.id({ required: true, description: 'Id of the file.' }) }),
});

const InsertReusableContentInput = builder.inputType('InsertReusableContentInput', {
  description: 'Inserts a new reusable content.',
  fields: (t) => ({
    ref: t.id({ description: REF_DESCRIPTION }),
    title: t.string({ required: true, description: 'Title.' }),
    document: t.field({ type: PageDocumentInput, description: 'Text; empty by default.' }),
  }),
});

const UpdateReusableContentInput = builder.inputType('UpdateReusableContentInput', {
  description: 'Changes a reusable content. Omitted fields are unchanged.',
  fields: (t) => ({
    reusableContent: t.id({ required: true, description: REUSABLE_CONTENT_DESCRIPTION }),
    title: t.string({ description: 'Title.' }),
    document: t.field({
      type: PageDocumentInput,
      description: 'New text, which replaces the old one.',
    }),
  }),
});

const DeleteReusableContentInput = builder.inputType('DeleteReusableContentInput', {
  description:
    'Deletes a reusable content. Pages keep their references to it. Succeeds if it does not exist.',
  fields: (t) => ({
    reusableContent: t.id({ required: true, description: REUSABLE_CONTENT_DESCRIPTION }),
  }),
});

const RevertReusableContentInput = builder.inputType('RevertReusableContentInput', {
  description:
    'Reverts a reusable content to its state in another revision of the space: restores a deleted one, and deletes one that did not exist there.',
  fields: (t) => ({
    reusableContent: t.id({ required: true, description: REUSABLE_CONTENT_DESCRIPTION }),
    revision: t.id({ description: REVERTED_TO_DESCRIPTION }),
  }),
});

const SetVariablesInput = builder.inputType('SetVariablesInput', {
  description: 'Sets variables of the whole content.',
  fields: (t) => ({
    variables: t.field({
      type: VariableChanges,
      required: true,
      description:
        'Values by name: texts of at most 256 characters, numbers, booleans; null removes one.',
    }),
  }),
});

/** A single change of content. */
export const ContentChangeInput = builder.inputType('ContentChangeInput', {
  description: 'A change of content. On `/v1`, `operation` names its kind.',
  isOneOf: true,
  rest: { tag: 'operation' },
  fields: (t) => ({
    insertPage: t.field({ type: InsertPageInput, description: 'Inserts a new page.' }),
    updatePage: t.field({ type: UpdatePageInput, description: 'Changes a page.' }),
    movePage: t.field({ type: MovePageInput, description: 'Moves a page.' }),
    deletePage: t.field({ type: DeletePageInput, description: 'Deletes a page.' }),
    revertPage: t.field({
      type: RevertPageInput,
      description: 'Reverts a page to its state in another revision.',
    }),
    insertFiles: t.field({ type: InsertFilesInput, description: 'Inserts new files.' }),
    updateFile: t.field({ type: UpdateFileInput, description: 'Changes a file.' }),
    deleteFile: t.field({ type: DeleteFileInput, description: 'Deletes a file.' }),
    insertReusableContent: t.field({
      type: InsertReusableContentInput,
      description: 'Inserts a new reusable content.',
    }),
    updateReusableContent: t.field({
      type: UpdateReusableContentInput,
      description: 'Changes a reusable content.',
    }),
    deleteReusableContent: t.field({
      type: DeleteReusableContentInput,
      description: 'Deletes a reusable content.',
    }),
    revertReusableContent: t.field({
      type: RevertReusableContentInput,
      description: 'Reverts a reusable content to its state in another revision.',
    }),
    setVariables: t.field({
      type: SetVariablesInput,
      description: 'Sets variables of the whole content.',
    }),
  }),
});
