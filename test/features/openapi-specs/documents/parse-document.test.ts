import { dump } from 'js-yaml';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSpecification } from '../../../../src/features/openapi-specs/documents/parse-document.ts';
import { petStore } from '../support.ts';

describe('a document', () => {
  it('is read as JSON and as YAML alike', () => {
    const document = petStore();
    expect(parseSpecification(JSON.stringify(document))).toEqual(document);
    expect(parseSpecification(dump(document))).toEqual(document);
  });

  it('has the merge keys and the anchors of YAML', () => {
    const text = 'base: &base { a: 1 }\nother: { <<: *base, b: 2 }\nsame: *base\n';
    expect(parseSpecification(text)).toEqual({
      ...{ base: { a: 1 }, other: { a: 1, b: 2 } },
      same: { a: 1 },
    });
  });

  it('may be a flow of YAML that looks like JSON', () => {
    expect(parseSpecification('{ openapi: 3.0.0, paths: {} }')).toEqual({
      openapi: '3.0.0',
      paths: {},
    });
  });

  it.each([
    ['broken JSON', '{"openapi": "3.0.0",}', /^is not valid JSON: /],
    ['broken YAML', 'openapi: 3.0.0\n  paths: {}\n', /^is not valid YAML: .*line 2/],
    ['a page of HTML', '<!doctype html><p>Nothing: <b>here</b>: x', /^is not valid YAML: /],
    ['deep JSON', '[{"a":'.repeat(300) + '1' + '}]'.repeat(300), /nested more than 200|YAML/],
    ['deep YAML', '['.repeat(5000) + ']'.repeat(5000), /^is not valid YAML: /],
    ['a value in itself', 'a: &a [*a]', /nested more than 200/],
  ])('is refused that is %s', (_what, text, message) => {
    expect(() => parseSpecification(text)).toThrow(message);
  });

  it('is refused whose aliases make more than memory holds, at once', () => {
    const levels = Array.from({ length: 12 }, (_, index) =>
      index === 0
        ? 'a0: &a0 [x, x, x, x, x, x, x, x, x, x]'
        : `a${index}: &a${index} [${Array.from({ length: 10 }, () => `*a${index - 1}`).join()}]`,
    );
    expect(() => parseSpecification(levels.join('\n'))).toThrow('has more than 3000000 values');
  });

  it('is whatever JSON says', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 })), (value) => {
        const json = JSON.stringify(value);
        expect(parseSpecification(json)).toEqual(JSON.parse(json));
      }),
    );
  });
});
