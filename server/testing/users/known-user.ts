import { ofEachField, type UserField, userFields } from '@health-console/contract/users/users.ts'

const values = { line: 'Xanthippe', day: '1907-03-19', email: 'xanthippe@wyvern.example' }

/** A user of whom everything is known, also what is added to the list of fields later. */
export const knownUser: Record<UserField, string> = ofEachField((field) => {
  const { kind } = userFields[field]
  return kind === 'line' ? `${values.line} ${field}` : values[kind]
})
