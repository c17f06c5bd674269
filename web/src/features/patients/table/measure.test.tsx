import { formatMeasure } from '@health-console/contract/patients/checks.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../../testing/render.tsx'
import { showMeasure, showWritten } from './measure.tsx'

test.each([
  ['bmi', 10.087276873821324, '10.09'],
  ['bmi', 25, '25.00'],
  ['height', 157.48, '157.48'],
  ['weight', 48.98794999999999, '49'],
  ['weight', 69.853, '69.9'],
  ['weight', 3.456, '3.46'],
  ['weight', 70, '70'],
  ['age', 0.005, '0.01'],
  ['hypertension', '1.23456', '1.23456'],
  ['age', null, null],
] as const)('[patients-17] %s %s is shown as %s', (key, value, text) => {
  expect(formatMeasure(key, value)).toBe(text)
})

test('a rounded value has every digit in its title, and an exact one has no title', async () => {
  render(
    <>
      <p>{showMeasure('bmi', 10.087276873821324)}</p>
      <p>{showMeasure('bmi', 25)}</p>
    </>,
  )
  await expect.element(page.getByText('10.09')).toHaveAttribute('title', '10.087276873821324')
  await expect.element(page.getByText('25.00')).not.toHaveAttribute('title')
})

test('a text of a file is shown as a measurement only if its column is one and it is a plain number', async () => {
  render(
    <>
      <p>{showWritten('bmi', '10.087276873821324')}</p>
      <p>{showWritten('weight', '70.50')}</p>
      <p>{showWritten('memberId', '1.23456')}</p>
      <p>{showWritten('weight', '70,12345 kg')}</p>
      <p>{showWritten('height', '162.567 cm')}</p>
    </>,
  )
  await expect.element(page.getByText('10.09')).toHaveAttribute('title', '10.087276873821324')
  await expect.element(page.getByText('162.57 cm')).toHaveAttribute('title', '162.567 cm')
  for (const text of ['70.50', '1.23456', '70,12345 kg']) await expect.element(page.getByText(text)).toBeVisible()
})
