import { expect, test } from 'vitest'
import { noFilters, readAuditState } from './audit-state.ts'

test('a filter that the server would reject is cut to what it accepts', () => {
  expect(readAuditState({ actor: '\0a\0', text: '\0b'.repeat(200), cursor: 'c'.repeat(200), group: '\0' })).toEqual({
    ...noFilters,
    actor: 'a',
    text: 'b'.repeat(100),
    cursor: 'c'.repeat(100),
  })
})

test('a subject without its kind is ignored', () => {
  expect(readAuditState({ subject: 'user:\0u1' }).subject).toBe('user:u1')
  expect(readAuditState({ subject: 'u1' }).subject).toBeUndefined()
})
