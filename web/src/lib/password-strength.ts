import { passwordRules } from '@health-console/contract/passwords.ts'

type StrengthLevel = 'Weak' | 'Medium' | 'Strong'

export type PasswordStrength = { level: StrengthLevel | null; met: number; total: number; unmet: string[] }

/**
 * The rules that a new password does not meet, and its strength; an empty one has no level.
 * @param isCommon whether it was rejected as a common password, which is never strong
 */
export function passwordStrength(password: string, isCommon = false): PasswordStrength {
  const unmet = passwordRules.filter((rule) => !rule.passes(password)).map((rule) => rule.message)
  return {
    level: password === '' ? null : levelOf(unmet.length, isCommon),
    met: passwordRules.length - unmet.length,
    total: passwordRules.length,
    unmet,
  }
}

function levelOf(failing: number, isCommon: boolean): StrengthLevel {
  if (failing <= 1 && !isCommon) return 'Strong'
  return failing <= 2 ? 'Medium' : 'Weak'
}
