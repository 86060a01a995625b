import SchemaBuilder from '@pothos/core';
import RelayPlugin from '@pothos/plugin-relay';
import { describe, expect, it } from 'vitest';
import { compileRoutes } from '../../src/rest/compile-routes.ts';
import type {
  MutationRoute,
  ReadStep,
  RestBody,
  RestMutation,
  RestRead,
} from '../../src/rest/options.ts';
import '../../src/rest/rest-plugin.ts';

type Routes = RestMutation['routes'];

/** What a graph of books declares; each test gets one thing wrong. */
interface Declarations {
  body?: RestBody | undefined;
  read?: ReadStep | RestRead;
  otherRead?: ReadStep;
  /** A step from a book to itself. */
  sequel?: ReadStep;
  routes?: Routes;
  result?: string;
}

const right: Declarations = {
  body: { object: 'book', fields: 'id title' },
  read: 'GET /v1/books/{bookId}',
  routes: { renameBook: 'PATCH /v1/books/{bookId}' },
  result: 'book',
};

function compile(declarations: Declarations) {
  const declared = { ...right, ...declarations };
  const options = { plugins: ['rest', RelayPlugin], relay: { clientMutationId: 'omit' } };
  // The types of plugins that the gateway uses ask for their options here too.
  const builder = new SchemaBuilder<object>(options as never);
  const Book = builder.objectRef<{ id: string; title: string }>('Book');
  Book.implement({
    ...(declared.body && { rest: declared.body }),
    fields: (t) => ({
      id: t.exposeID('id'),
      title: t.exposeString('title'),
      sequel: t.field({
        type: Book,
        nullable: true,
        ...(declared.sequel && { rest: declared.sequel }),
        resolve: () => null,
      }),
    }),
  });
  builder.queryType({
    fields: (t) => ({
      book: t.field({
        type: Book,
        nullable: true,
        args: { id: t.arg.id({ required: true }) },
        ...(declared.read && { rest: declared.read }),
        resolve: () => null,
      }),
      firstBook: t.field({
        type: Book,
        nullable: true,
        args: { shelfId: t.arg.id({ required: true }) },
        ...(declared.otherRead && { rest: declared.otherRead }),
        resolve: () => null,
      }),
    }),
  });
  builder.mutationType({});
  builder.relayMutationField(
    'renameBook',
    {
      inputFields: (t) => ({
        bookId: t.id({ required: true }),
        title: t.string({ required: true }),
      }),
    },
    {
      rest: { routes: declared.routes ?? {}, result: declared.result ?? 'book' },
      resolve: () => ({}),
    },
    {
      outputFields: (t) => ({ book: t.field({ type: Book, nullable: true, resolve: () => null }) }),
    },
  );
  return compileRoutes(builder.toSchema());
}

describe('a declaration that is right', () => {
  it('becomes a route for each step and for each operation', () => {
    const routes = compile({});
    expect(routes.map((route) => `${route.operationId}: ${route.method} ${route.path}`)).toEqual([
      'getBook: GET /v1/books/{bookId}',
      'renameBook: PATCH /v1/books/{bookId}',
    ]);
  });

  it('gives a read its operation id, which can depend on a type on the way', () => {
    const route = 'GET /v1/books/{bookId}';
    for (const operationId of ['getBookById', { Query: 'getBookById' }]) {
      const [read] = compile({ read: { route, operationId } });
      expect(read?.operationId).toBe('getBookById');
    }
  });
});

describe('a declaration that is wrong stops the build and is named', () => {
  const cases: [problem: string, declarations: Declarations, message: RegExp][] = [
    [
      'a field in a body that the type does not have',
      { body: { fields: 'id subtitle' } },
      /Query\.book is wrong: Cannot query field "subtitle" on type "Book"/,
    ],
    [
      'a body that is no selection',
      { body: { fields: 'id {' } },
      /Query\.book is wrong: The REST body of Book is no selection/,
    ],
    [
      'a body that embeds itself',
      { body: { fields: 'id sequel { ...Book }' } },
      /Query\.book is wrong: Cannot spread fragment "Book" within itself/,
    ],
    [
      'a body that embeds what is no type',
      { body: { fields: 'id ...Author' } },
      /Query\.book is wrong: The body of Book embeds \.\.\.Author, which is no type/,
    ],
    [
      'a resource without a body',
      { body: undefined },
      /Query\.book is wrong: a route shows Book on \/v1, but that type declares no REST body/,
    ],
    [
      'a path parameter without an argument',
      { otherRead: 'GET /v1/authors/{authorId}/first' },
      /Query\.firstBook is wrong: it has no argument for \{authorId\}/,
    ],
    [
      'a path parameter without a field of the input',
      { routes: { renameBook: 'PATCH /v1/shelves/{shelfId}/book' } },
      /Mutation\.renameBook is wrong: RenameBookInput has no field for \{shelfId\}/,
    ],
    [
      'an answer that the payload does not have',
      { result: 'shelf' },
      /Mutation\.renameBook is wrong: RenameBookPayload has no field "shelf"/,
    ],
    [
      'two fields on one route, whatever their parameters are called',
      { otherRead: 'GET /v1/books/{shelfId}' },
      /getFirstBook and getBook both serve GET \/v1\/books\/\{\}/,
    ],
    [
      'two operations of one name',
      { routes: { getBook: 'PATCH /v1/books/{bookId}' } },
      /getBook serves GET .* and P/,
    ],
    [
      'an operation id for a way that nobody goes',
      { read: { route: 'GET /v1/books/{bookId}', operationId: { Shelf: 'getBookOnShelf' } } },
      /Query\.book is wrong: no route has the operation id "getBookOnShelf"/,
    ],
    [
      'a title of an operation that is not there',
      { read: { route: 'GET /v1/books/{bookId}', titles: { getBookById: 'Get book' } } },
      /Query\.book is wrong: no route has the operation id "getBookById"/,
    ],
    [
      'a step that leads back to where it came from',
      { sequel: 'GET /sequel' },
      /The REST step of Book\.sequel is circular: it returns to Book/,
    ],
    [
      'a route that is malformed',
      { read: 'GET /v1/books/{book id}' },
      /Query\.book is wrong: "GET \/v1\/books\/\{book id\}" is no route/,
    ],
    [
      'a route of a mutation that is malformed',
      { routes: { renameBook: 'PATCH /v1/books/{bookId}/' as MutationRoute } },
      /Mutation\.renameBook is wrong: "PATCH \/v1\/books\/\{bookId\}\/" is no route/,
    ],
  ];

  it.each(cases)('%s', (_problem, declarations, message) => {
    expect(() => compile(declarations)).toThrow(message);
  });
});
