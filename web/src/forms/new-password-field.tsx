import { NewPassword, passwordRules } from '@health-console/contract/staff/passwords.ts'
import type { ComponentProps } from 'react'
import * as z from 'zod/mini'
import { PasswordField } from '../ui/fields/password-field.tsx'
import { WithStrength } from './password-strength.tsx'

const ruleMessages = new Set<string>(passwordRules.map((rule) => rule.message))

type NewPasswordFieldProps = {
  password: string
  /** The server's error. */
  error?: string | undefined
} & Omit<ComponentProps<typeof PasswordField>, 'autoComplete' | 'error'>

/** A field for a new password. Unmet rules are in the list below it; only other problems are shown as errors. */
export function NewPasswordField({ password, error, ...field }: NewPasswordFieldProps) {
  const rejection = errorBeyondRules(password) ?? serverError(error)
  return (
    <WithStrength password={password} isRejected={rejection !== undefined}>
      <PasswordField {...field} autoComplete="new-password" error={rejection} />
    </WithStrength>
  )
}

export function isGoodPassword(password: string): boolean {
  return z.safeParse(NewPassword, password).success
}

function errorBeyondRules(password: string): string | undefined {
  const issues = z.safeParse(NewPassword, password).error?.issues ?? []
  return issues.find((issue) => !ruleMessages.has(issue.message))?.message
}

function serverError(error: string | undefined): string | undefined {
  return error !== undefined && ruleMessages.has(error) ? undefined : error
}
