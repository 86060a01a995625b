import { expect, test } from 'vitest';
import { imageDimensions } from '../../../src/document/docs-folder/image-dimensions.ts';
import { png } from '../../features/pdf/support.ts';

test('an image that ends before its size has none, whatever is behind it in memory', () => {
  const picture = png(20, 10);
  expect(imageDimensions(picture)).toEqual({ width: 20, height: 10 });
  expect(imageDimensions(picture.subarray(0, 20))).toBeUndefined();
});
