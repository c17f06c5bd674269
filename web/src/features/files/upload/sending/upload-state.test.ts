import { expect, test } from 'vitest'
import { createPace } from './upload-state.ts'

function paceOf(totalBytes: number) {
  let nowMs = 0
  const pace = createPace(totalBytes, () => nowMs)
  return { ...pace, at: (seconds: number, sentBytes: number) => ((nowMs = seconds * 1000), pace.measure(sentBytes)) }
}

test('the pace reports no speed in the first moments', () => {
  const pace = paceOf(1000)
  expect(pace.at(0, 0)).toBeNull()
  expect(pace.at(1, 100)).toBeNull()
  expect(pace.at(2, 200)).toEqual({ bytesPerSecond: 100, secondsLeft: 8 })
})

test('the pace forgets a stall after some seconds', () => {
  const pace = paceOf(10_000)
  pace.at(0, 0)
  pace.at(60, 100)
  pace.at(62, 300)
  expect(pace.at(64, 500)).toEqual({ bytesPerSecond: 100, secondsLeft: 95 })
})

test('the pace reports no speed while nothing is sent, or after parts were lost', () => {
  const pace = paceOf(1000)
  pace.at(0, 500)
  expect(pace.at(3, 500)).toBeNull()
  expect(pace.at(4, 200)).toBeNull()
})

test('the pace starts again after a pause', () => {
  const pace = paceOf(1000)
  pace.at(0, 0)
  pace.at(4, 400)
  pace.restart()
  expect(pace.at(5, 400)).toBeNull()
  expect(pace.at(7, 500)).toEqual({ bytesPerSecond: 50, secondsLeft: 10 })
})
