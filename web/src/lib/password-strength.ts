import { passwordRules } from '@health-console/contract/staff/passwords.ts'

type StrengthLevel = 'Weak' | 'Medium' | 'Strong'

export type PasswordStrength = { level: StrengthLevel | null; met: number; total: number; unmet: string[] }

/**
 * The rules that a new password does not meet, and its strength; an empty one has no level.
 * @param isRejected whether it is rejected for another reason, such as being common: then it is never strong
 */
export function passwordStrength(password: string, isRejected = false): PasswordStrength {
  const unmet = passwordRules.filter((rule) => !rule.passes(password)).map((rule) => rule.message)
  return {
    level: password === '' ? null : levelOf(unmet.length, isRejected),
    met: passwordRules.length - unmet.length,
    total: passwordRules.length,
    unmet,
  }
}

function levelOf(failing: number, isRejected: boolean): StrengthLevel {
  if (failing <= 1 && !isRejected) return 'Strong'
  return failing <= 2 ? 'Medium' : 'Weak'
}
