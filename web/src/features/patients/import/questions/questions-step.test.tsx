import type { ImportReading } from '@health-console/contract/patients/questions.ts'
import { useRef } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { readingWith } from '../../../../testing/import-reading.ts'
import { render } from '../../../../testing/render.tsx'
import { QuestionsStep } from './questions-step.tsx'
import { useAnswers } from './use-answers.ts'

afterEach(() => page.viewport(1280, 800))

const file = new File([], 'ward.xlsx')

function Shown({ reading }: { reading: ImportReading }) {
  const answers = useAnswers(file, reading)
  const step = useRef<HTMLDivElement>(null)
  return answers && <QuestionsStep reading={reading} answers={answers} step={step} />
}

const certain = (column: 'memberId' | 'age', heading: string) => ({
  column,
  heading,
  unit: null,
  by: 'heading' as const,
})

test('a file about which nothing was asked has the focus on its first line, and does not say that all is answered', async () => {
  await page.viewport(390, 800)
  const reading = readingWith({ columns: [certain('memberId', 'Code'), certain('age', 'Years')] })
  const { host } = render(<Shown reading={reading} />)
  await expect.element(page.getByText('2 columns')).toBeVisible()
  expect(document.activeElement?.textContent).toContain('2 columns')
  expect(host.textContent).not.toContain('answered')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => host.textContent).toContain('Member ID: CodeChange')
  expect(host.textContent).toContain('Age years: YearsChange')
})

test('a column that is asked about, or was chosen, is not listed as not imported', async () => {
  const columnsLeftOut = ['ACV', 'Stature', 'Ward']
  const answers = { columns: { height: { heading: 'Stature', unit: 'cm' } } }
  const columns = ['cerebralInfarction' as const, 'cerebrovascularDisease' as const]
  const either = { id: 'either:ACV', isAnswered: false, kind: 'either' as const, heading: 'ACV', columns }
  render(<Shown reading={readingWith({ answers, columnsLeftOut, questions: [either] })} />)
  await expect.element(page.getByText('1 column not imported')).toBeVisible()
})

test('the values of an ID are shown as in the file, with their zeros', async () => {
  const code = {
    heading: 'Code',
    isHidden: false,
    samples: ['001', '002'],
    words: ['001', '002'].map((text) => ({ text, rows: 1 })),
    different: 2,
    numbers: 2,
    dates: 0,
    empty: 0,
    range: ['1', '2'],
    unit: null,
  }
  const proposal = { heading: 'Code', unit: null, unitHeading: null, isSplit: false }
  const columns = ['memberId' as const]
  const question = {
    id: 'column:memberId',
    isAnswered: false,
    kind: 'column' as const,
    columns,
    proposal,
    isSure: false,
  }
  const { host } = render(<Shown reading={readingWith({ fileColumns: [code], questions: [question] })} />)
  await expect.poll(() => host.textContent).toContain('2 different values·001, 002')
})
