import { expect, test } from 'vitest'
import { describeAnswers } from './describe-answers.ts'

test('an answer with a column of units names the unit of the rows without one as such', () => {
  const age = { heading: 'Age', unit: 'years', unitHeading: 'Age unit' }
  expect(describeAnswers({ columns: { age } })).toEqual(['Age: “Age”, units from “Age unit”, otherwise years'])
})
