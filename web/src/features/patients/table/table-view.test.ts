import { expect, test } from 'vitest'
import { defaultView, moveColumn, readView, toggleColumn, visibleKeys } from './table-view.ts'

test('without a saved view, or with an unreadable one, all columns are shown in their default order', () => {
  for (const stored of [null, '', '7', '{', '[]', '{"order":3,"hidden":{},"isCompact":"yes"}']) {
    expect(readView(stored)).toEqual(defaultView)
  }
  expect(visibleKeys(defaultView)).toHaveLength(13)
  expect(visibleKeys(defaultView)[0]).toBe('memberId')
})

test('[patients-11] a saved view is restored without unknown columns and with new columns at the end', () => {
  const view = readView(
    JSON.stringify({
      order: ['bmi', 'age', 'bmi', 'memberId', 'gone'],
      hidden: ['age', 'memberId', 'x'],
      isCompact: true,
    }),
  )
  expect(view.order.slice(0, 3)).toEqual(['bmi', 'age', 'subjectId'])
  expect(view.order).toHaveLength(12)
  expect(visibleKeys(view).slice(0, 3)).toEqual(['memberId', 'bmi', 'subjectId'])
  expect(readView(JSON.stringify(view))).toEqual(view)
})

test('columns can be hidden and shown, and move one position at a time, but not past the ends or the member ID', () => {
  expect(moveColumn(defaultView, 'subjectId', -1)).toBe(defaultView)
  expect(moveColumn(defaultView, 'cerebrovascularDisease', 1)).toBe(defaultView)
  expect(visibleKeys(moveColumn(defaultView, 'subjectId', 1)).slice(0, 3)).toEqual(['memberId', 'sex', 'subjectId'])
  const hidden = toggleColumn(defaultView, 'sex')
  expect(visibleKeys(hidden)).not.toContain('sex')
  expect(toggleColumn(hidden, 'sex')).toEqual(defaultView)
})
