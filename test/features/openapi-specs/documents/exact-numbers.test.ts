import { describe, expect, it } from 'vitest';
import { exactJson } from '../../../../src/features/openapi-specs/documents/exact-number.ts';
import { parseSpecification } from '../../../../src/features/openapi-specs/documents/parse-document.ts';

const numbers = [
  ...['9223372036854775807', '1234567890123456789', '1.0', '-0', '0.10', '1e3', '1E400', '2.50e-7'],
  ...['0.1000000000000000055511151231257827', '3', '-1.5', '0', '1e+21'],
];

describe('numbers of a document', () => {
  it.each(numbers)('keep their text, in JSON and in YAML: %s', (number) => {
    const json = `{"${number}":{"c":${number}},"a":${number},"b":[${number},"\\\\\\"${number}"]}`;
    expect(exactJson(parseSpecification(json))).toBe(json);
    const yaml = `a: ${number}\nb: [${number}, '${number}']\nc: &c { d: ${number} }\ne: *c\n`;
    const read = `{"a":${number},"b":[${number},"${number}"],"c":{"d":${number}},"e":{"d":${number}}}`;
    expect(exactJson(parseSpecification(yaml))).toBe(read);
    expect(exactJson(parseSpecification(`responses: { ${number}: x }`))).toBe(
      `{"responses":{"${number}":"x"}}`,
    );
  });

  it.each([
    ['+5', '5'],
    ['+1.50', '1.50'],
    ['.5', '0.5'],
    ['-.5', '-0.5'],
    ['1.', '1.0'],
    ['0xFFFFFFFFFFFFFFFFFF', '4722366482869645213695'],
    ['0x1F', '31'],
    ['007', '"007"'],
    ['.inf', '".inf"'],
    ['-.INF', '"-.INF"'],
    ['.nan', '".nan"'],
    ['!!float 1', '1'],
  ])('that JSON writes otherwise are numbers of JSON, or else texts: %s', (yaml, json) => {
    expect(exactJson(parseSpecification(`a: ${yaml}`))).toBe(`{"a":${json}}`);
  });

  it('keep the order of names, and those that are numbers', () => {
    expect(exactJson(parseSpecification('x: 1\n1.10: a\n__proto__: b\n1.0: c\n'))).toBe(
      '{"x":1,"1.10":"a","__proto__":"b","1.0":"c"}',
    );
  });
});
