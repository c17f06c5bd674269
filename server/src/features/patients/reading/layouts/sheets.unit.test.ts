import { test } from 'vitest'
import { expectLayout, known, type Layout, mapped, one, two } from '../../../../../testing/patients/layouts.ts'

/** Files with several sheets, or with none that can be imported. */
const layouts: Record<string, Layout> = {
  'joined sheets whose rows of units differ': {
    sheets: [
      {
        name: 'North',
        lines: [
          ['Member ID', 'Subject ID', 'Weight'],
          [null, null, 'kg'],
          ['1', 'S1', 70],
        ],
      },
      {
        name: 'South',
        lines: [
          ['Member ID', 'Subject ID', 'Weight'],
          [null, null, 'lb'],
          ['2', 'S2', 154],
        ],
      },
    ],
    asks: ['sheets'],
    says: { sheets: ['North', 'South'] },
    patients: [{ weight: 70 }, { weight: 154 }],
    warns: ['This row is in lb, but the column is read as kg'],
  },
  'hospitals in several sheets, joined': {
    sheets: [
      { name: 'North', lines: [known, one] },
      { name: 'South', lines: [known, two, ['3', 'S3', 'F', 30, 165, 60]] },
      { name: 'Notes', lines: [['Made in March']] },
    ],
    asks: ['sheets'],
    says: { sheets: ['North', 'South'] },
    patients: [mapped, { memberId: '2' }, { memberId: '3' }],
  },
  'a joined sheet without a column': {
    sheets: [
      { name: 'North', lines: [known, one] },
      { name: 'South', lines: [known.slice(0, 5), two.slice(0, 5)] },
    ],
    asks: ['sheets'],
    says: { sheets: ['North', 'South'] },
    patients: [mapped, { memberId: '2', weight: null }],
    warns: ['The column is missing in this sheet, so its patients have no value'],
  },
  'two months of the same patients: the last row is that of the later sheet, although it is named first': {
    sheets: [
      { name: 'October', lines: [known, [...one.slice(0, 5), 99]] },
      { name: 'November', lines: [known, one, two] },
    ],
    asks: ['sheets'],
    says: { sheets: ['November', 'October'], repeatedIds: 'last' },
    patients: [{ memberId: '1', weight: 70 }, { memberId: '2' }],
  },
  'one ID in two joined sheets': {
    sheets: [
      { name: 'North', lines: [known, one] },
      { name: 'South', lines: [known, one] },
    ],
    asks: ['sheets'],
    says: { sheets: ['North', 'South'], repeatedIds: 'reject' },
    rejected: 'South, row 2, Member ID, 1: Appears twice, first in row 2 of the sheet “North”',
  },
  'one of several sheets': {
    sheets: [
      { name: 'Template', lines: [known, one] },
      { name: 'Ward', lines: [known, two, ['3', 'S3', 'F', 30, 165, 60]] },
    ],
    asks: ['sheets'],
    says: { sheets: ['Ward'] },
    patients: [{ memberId: '2' }, { memberId: '3' }],
  },
  'no rows': { sheets: [known], asks: [], rejected: 'There are no rows below the headings. Nothing was imported.' },
}

test.each(Object.entries(layouts))('[import-32] sheets are chosen: %s', (_name, layout) => expectLayout(layout))
