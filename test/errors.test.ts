import { describe, expect, it } from 'vitest';
import {
  AppError,
  badInput,
  conflict,
  forbidden,
  httpStatusOf,
  notFound,
  type ErrorCode,
} from '../src/errors.ts';
import { errorBody } from '../src/rest/handle-rest-request.ts';

const codes = Object.keys(httpStatusOf) as ErrorCode[];

describe('the table of errors', () => {
  it('has an error status for every code but that of a write that is done', () => {
    for (const code of codes) {
      if (code === 'RESULT_UNAVAILABLE') continue;
      expect(code).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
      expect(httpStatusOf[code]).toBeGreaterThanOrEqual(400);
    }
    // Only what is no error of the caller is one of the server.
    expect(codes.filter((code) => httpStatusOf[code] >= 500)).toEqual([
      'INTERNAL_SERVER_ERROR',
      'SERVICE_UNAVAILABLE',
    ]);
  });

  it.each(codes)('%s has the same code in the graph and the status of the table on /v1', (code) => {
    const error = new AppError(code, 'What is wrong.', ['input', 'title']);
    expect(error.extensions).toEqual({ code, inputPath: ['input', 'title'] });
    const status = httpStatusOf[code];
    expect(errorBody(error)).toEqual({
      status,
      body: { error: { code: status, message: 'What is wrong.' } },
    });
  });

  it('names what is wrong', () => {
    expect(badInput('"title" is too long.').code).toBe('BAD_USER_INPUT');
    expect(conflict('It is taken.').code).toBe('CONFLICT');
    expect(forbidden('rename the site', 'admin')).toMatchObject({
      code: 'FORBIDDEN',
      message: 'To rename the site you need the role "admin" or a higher one.',
    });
    expect(notFound('site', 'site_1')).toMatchObject({
      code: 'NOT_FOUND',
      message: 'No site with the id "site_1" was found: check the id, and that you have access.',
    });
  });

  it('quotes no more of an id than a reader needs', () => {
    expect(notFound('site', 'x'.repeat(10_000)).message.length).toBeLessThan(160);
  });

  it('says nothing of what is inside the server', () => {
    for (const error of [new Error('password of the database'), 'password', { a: 1 }]) {
      expect(errorBody(error)).toEqual({
        status: 500,
        body: { error: { code: 500, message: 'Something went wrong on the server.' } },
      });
    }
  });

  it('passes on what Fastify refuses, as an error of the caller', () => {
    const refused = Object.assign(new Error('Too much.'), { statusCode: 413 });
    expect(errorBody(refused)).toEqual({
      status: 413,
      body: { error: { code: 413, message: 'Too much.' } },
    });
    const fault = Object.assign(new Error('password'), { statusCode: 500 });
    expect(errorBody(fault).body.error.message).toBe('Something went wrong on the server.');
  });
});
