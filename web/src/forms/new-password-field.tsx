import { NewPassword, passwordRules } from '@health-console/contract/passwords.ts'
import type { ComponentProps } from 'react'
import * as z from 'zod/mini'
import { PasswordField } from '../ui/password-field.tsx'
import { WithStrength } from './password-strength.tsx'

const ruleMessages = new Set<string>(passwordRules.map((rule) => rule.message))

type NewPasswordFieldProps = {
  password: string
  /** What the server said. */
  error?: string | undefined
} & Omit<ComponentProps<typeof PasswordField>, 'autoComplete' | 'error'>

/** A password that is being set. Rules that are not met yet stand in the list below it; only other faults are errors. */
export function NewPasswordField({ password, error, ...field }: NewPasswordFieldProps) {
  return (
    <WithStrength password={password}>
      <PasswordField {...field} autoComplete="new-password" error={faultBeyondRules(password) ?? serverError(error)} />
    </WithStrength>
  )
}

export function isGoodPassword(password: string): boolean {
  return z.safeParse(NewPassword, password).success
}

function faultBeyondRules(password: string): string | undefined {
  const issues = z.safeParse(NewPassword, password).error?.issues ?? []
  return issues.find((issue) => !ruleMessages.has(issue.message))?.message
}

function serverError(error: string | undefined): string | undefined {
  return error !== undefined && ruleMessages.has(error) ? undefined : error
}
