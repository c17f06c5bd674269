import { expect, test } from 'vitest'
import { pointsOf } from './line.tsx'

test('a line through the largest and smallest numbers has points', () => {
  const extremes = [-1e308, 1e308, -Number.MAX_VALUE, Number.MAX_VALUE]
  expect(pointsOf(extremes, 160, 28)).toBe('0.0,20.7 53.3,7.3 106.7,26.0 160.0,2.0')
})
