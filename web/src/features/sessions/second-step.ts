import type { SecondStepWays } from '@health-console/contract/errors.ts'
import type { Credentials } from '@health-console/contract/sessions.ts'

/** The step after a successful first step, and the problem that the server or the browser reported. */
export type SecondStep = {
  offered: SecondStepWays
  way: SecondStepWays['ways'][number]
  code: string
  trustDevice: boolean
  problem: string | undefined
}

export const signInFailed = 'Login failed. Please try again.'

/** The second step when the server asks for it, or has refused one. */
export function nextStep(
  step: SecondStep | null,
  offered: SecondStepWays = { ways: ['code'] },
  message: string,
): SecondStep {
  const isPossible = (way: SecondStep['way']) => way !== 'passkey' || 'PublicKeyCredential' in window
  const way = offered.ways.find((each) => each === step?.way) ?? offered.ways.find(isPossible) ?? 'code'
  return { code: '', trustDevice: false, ...step, offered, way, problem: step ? message : undefined }
}

/** What to send for it. For a passkey the browser opens a prompt, which the person may cancel. */
export async function proofOf(
  step: SecondStep,
): Promise<Pick<Credentials, 'code' | 'passkey' | 'trustDevice'> | { problem: string }> {
  const { offered, way, code, trustDevice } = step
  if (way !== 'passkey' || !offered.passkey) return { code, trustDevice }
  try {
    const { askForPasskey } = await import('../../api/passkeys.ts')
    return { passkey: await askForPasskey(offered.passkey), trustDevice }
  } catch (error) {
    return { problem: error instanceof Error && error.name === 'PasskeyError' ? error.message : signInFailed }
  }
}
