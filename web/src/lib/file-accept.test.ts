import { expect, test } from 'vitest'
import { acceptsFile } from './file-accept.ts'

test.each([
  ['.gguf', 'model.gguf', '', true],
  ['.gguf', 'MODEL.GGUF', '', true],
  ['.gguf', 'model.gguf.txt', 'text/plain', false],
  ['.gguf', 'gguf', '', false],
  ['.xlsx, .csv', 'patients.csv', 'text/csv', true],
  ['image/*', 'scan.png', 'image/png', true],
  ['image/*', 'scan.png', 'imagery/png', false],
  ['text/plain', 'prompt', 'text/plain', true],
  ['text/plain', 'prompt.txt', '', false],
  ['.pdf,image/*', 'scan.jpeg', 'image/jpeg', true],
  ['*/*', 'anything', '', true],
  ['', 'anything', '', true],
])('the accept list %j, file %s of type %j: %s', (accept, name, type, fits) => {
  expect(acceptsFile({ name, type }, accept)).toBe(fits)
})
