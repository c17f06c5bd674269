import type { ColumnAnswer, ImportAnswers } from '@health-console/contract/patients/answers.ts'
import type { ImportReading } from '@health-console/contract/patients/questions.ts'
import { expect, test } from 'vitest'
import { type Line, readFile, type SheetInput, shown } from '../../../../testing/patients/sheets.ts'
import { RejectedImport } from './import-error.ts'
import type { FileSurvey } from './survey/survey-sheet.ts'

/** A generator whose numbers are the same in each run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const headings =
  'Member ID|Subject ID|MRN|Patient ID|Sex|Gender|Age|DOB|Age (months)|Height|Ht (in)|Weight|Weight (lb)|BP|SBP|Systolic BP (mmHg)|DBP|BMI|HTN|Diabetes|Stroke|CVD|Remark|Weight||No.'.split(
    '|',
  )
const values: Line = [
  'F', 'M', 'male', '1', 2, 0, 1, 40, 70.5, 1.7, 170, -9, 999, '120/80', '27,5', '63 kg', '>89', `5' 7"`, 'N/A', '-', '?', '',
  'Total', 'Mean', '* note with words', 'Source: ward', 'unknown', 'unknown', 'x'.repeat(120), '1980-03-01', null, null,
  undefined, shown(70, ' lb'), shown(7, '', 'MRN-', 5), { type: 'error', code: '#REF!' }, { type: 'boolean', value: true },
  { type: 'date', iso: '1980-03-01', text: '29281' }, '__proto__', 'constructor', '\u200B', 'kg', '(cm)', 'toString',
] // prettier-ignore

function usual(heading: string): Line[number] {
  if (/sex|gender/i.test(heading)) return 'F'
  if (heading === 'BP') return '120/80'
  if (heading === 'DOB') return { type: 'date', iso: '1980-03-01', text: '29281' }
  return /age|h\b|ht|weight|bp|bmi/i.test(heading) ? 70 : 'Type 2'
}

function makeFile(random: () => number): SheetInput[] {
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
  return Array.from({ length: 1 + Math.floor(random() * 3) }, (_, sheet) => {
    const names = Array.from({ length: 2 + Math.floor(random() * 8) }, () => pick(headings))
    const oddness = random() * 0.2
    const rows = Array.from({ length: Math.floor(random() * 12) }, (_row, row) =>
      names.map((name, column) => {
        if (random() < oddness) return pick(values)
        return column === 0 && !/sex|gender/i.test(name) ? `${sheet}-${row}` : usual(name)
      }),
    )
    const title: Line[] = random() < 0.3 ? [['A title']] : []
    const merged = random() < 0.3 ? [{ firstRow: 3, lastRow: 5, firstColumn: 1, lastColumn: 1 }] : []
    return { name: `Sheet ${sheet}`, lines: [...title, names, ...rows], merged, hidden: random() < 0.3 ? [4] : [] }
  })
}

/** Random answers to the questions, and to some that were not asked. */
function answerAtRandom(
  { questions, fileColumns }: ImportReading,
  earlier: ImportAnswers,
  random: () => number,
): ImportAnswers {
  const columns = { ...earlier.columns }
  const words = { ...earlier.words }
  const answers: ImportAnswers = { ...earlier }
  for (const question of questions.filter(({ isAnswered }) => !isAnswered)) {
    switch (question.kind) {
      case 'sheets':
        answers.sheets = question.sheets.filter((_, index) => index === 0 || random() < 0.5).map(({ name }) => name)
        break
      case 'column': {
        const other = fileColumns[Math.floor(random() * fileColumns.length)]?.heading
        const heading = random() < 0.8 ? question.proposal?.heading : other
        for (const key of question.columns) {
          const unit = question.proposal?.unit
          const answer: ColumnAnswer = { heading: heading ?? '', ...(unit && { unit }) }
          columns[key] = heading === undefined || random() < 0.1 ? null : answer
          if (key === 'age' && columns[key]) columns[key] = { ...answer, countedTo: '2026-03-01' }
        }
        break
      }
      case 'either': {
        const meant = question.columns[Math.floor(random() * 3)]
        for (const key of question.columns) columns[key] = key === meant ? { heading: question.heading } : null
        break
      }
      case 'reading': {
        const heading = columns[question.column]?.heading ?? question.id
        columns[question.column] = {
          ...columns[question.column],
          heading,
          readings: ['decimal_comma', 'unit_in_cell', 'limit'],
        }
        break
      }
      case 'missing':
        columns[question.column] = {
          ...columns[question.column],
          heading: columns[question.column]?.heading ?? question.id,
          missing: random() < 0.5 ? [question.value] : [],
        }
        break
      case 'words':
        words[question.column] = Object.fromEntries(
          question.words.map(({ text }) => [
            text,
            question.mayStand ? text : random() < 0.5 ? null : (question.options[0] ?? null),
          ]),
        )
        break
      case 'repeated_ids':
        answers.repeatedIds = random() < 0.5 ? 'last' : 'first'
        break
      case 'rows':
        answers.rowsWithoutId = random() < 0.8 ? 'leave_out' : 'reject'
        answers.unlikeRows = random() < 0.5 ? 'leave_out' : 'import'
        break
      case 'merged':
        answers.fillMerged = random() < 0.5
        break
    }
  }
  return { ...answers, columns, words }
}

test('[import-17] whatever a file and its answers contain, it is read row by row, asked about, or rejected in a sentence', async () => {
  const random = seeded(20_261_124)
  const ends = { read: 0, rejected: 0, asking: 0 }
  for (let round = 0; round < 400; round += 1) {
    const inputs = makeFile(random)
    let answers: ImportAnswers = {}
    let end: keyof typeof ends = 'asking'
    for (let turn = 0; turn < 6 && end === 'asking'; turn += 1) {
      const read = await readFile(inputs, { answers }).catch((error: unknown) => error)
      if (read instanceof RejectedImport) {
        expect(read.message).toMatch(/[.?]$/)
        end = 'rejected'
      } else if (read instanceof Error) throw read
      else if (typeof read === 'object' && read !== null && 'asking' in read) {
        const { survey, asking } = read as { survey: FileSurvey; asking: ImportReading }
        expect(JSON.parse(JSON.stringify(survey))).toEqual(survey)
        answers = answerAtRandom(asking, answers, random)
      } else {
        const { rows, sheets, reading } = read as Extract<Awaited<ReturnType<typeof readFile>>, { rows: unknown }>
        expect(sheets.flatMap(({ rowNumbers }) => rowNumbers)).toHaveLength(rows.length)
        expect(new Set(rows.map(([id]) => id)).size).toBe(rows.length)
        expect(rows.every((row) => row.length === 13 && row[0] !== null)).toBe(true)
        expect(rows.every((row) => row.every((value) => value !== undefined && !Number.isNaN(value)))).toBe(true)
        expect(reading.shown.questions.filter(({ isAnswered }) => !isAnswered)).toEqual([])
        end = 'read'
      }
    }
    ends[end] += 1
  }
  // This makes sure that the test proves something.
  expect(ends.read).toBeGreaterThan(40)
  expect(ends.rejected).toBeGreaterThan(40)
})
