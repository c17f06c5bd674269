import { expect, test } from 'vitest'
import { findMonth } from './month-names.ts'
import { months } from './typed-dates.ts'

const languages = ['ar', 'de', 'es', 'fr', 'hi', 'id', 'it', 'nl', 'pl', 'pt', 'ru', 'tr']

test.each(languages)('every month of %s is found by its name, alone and after a day', (language) => {
  for (const [index, month] of months.entries()) {
    const first = Date.UTC(2000, index)
    const inLanguage = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(language, { month: 'long', ...options, timeZone: 'UTC' })
        .formatToParts(first)
        .find(({ type }) => type === 'month')?.value ?? ''
    expect([findMonth(inLanguage({})), findMonth(inLanguage({ day: 'numeric' }))]).toEqual([month, month])
  }
})

test.each([
  ['févr', 'february'],
  ['juil', 'july'],
  ['mrt', 'march'],
  ['Mär', 'march'],
  ['сент', 'september'],
  // June or July.
  ['jui', undefined],
  ['anno', undefined],
])('the month of %s is %s', (name, month) => expect(findMonth(name)).toBe(month))
