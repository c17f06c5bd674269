import { expect, test } from 'vitest'
import { chooseMutants, mutantsOf } from './find-mutants.ts'

test('mutants change operators, conditions and calls', () => {
  const source = `if (isOld && age > 3) remove(it)\nconst text = 'a' + name\nawait close()`
  const mutants = mutantsOf('some.ts', source).map(({ line, was, text }) => `${line}: ${was} → ${text}`)
  expect(mutants).toEqual([
    '1: isOld && age > 3 → true',
    '1: isOld && age > 3 → false',
    '1: && → ||',
    '1: > → >=',
    '1: remove(it) → void 0',
    '3: await close() → void 0',
  ])
})

test('the same seed chooses the same mutants', () => {
  const files = ['server/src/app.ts', 'server/src/core/config.ts']
  const chosen = chooseMutants(30, 7, files)
  expect(chosen).toHaveLength(30)
  expect(chooseMutants(30, 7, files.toReversed())).toEqual(chosen)
  expect(chooseMutants(30, 8, files)).not.toEqual(chosen)
})
