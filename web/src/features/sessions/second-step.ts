import type { SecondStepWays } from '@health-console/contract/errors.ts'
import type { Credentials } from '@health-console/contract/staff/sessions.ts'
import type { Failure } from '../../lib/failure.ts'

/** The step after a successful first step, and the problem that the server or the browser reported. */
export type SecondStep = {
  offered: SecondStepWays
  method: SecondStepWays['ways'][number]
  code: string
  trustDevice: boolean
  error: Failure | undefined
}

export const signInFailed: Failure = { message: 'Login failed. Please try again.' }

/** The second step, if the server requires it or has rejected one. */
export function nextStep(
  step: SecondStep | null,
  offered: SecondStepWays = { ways: ['code'] },
  rejection: Failure,
): SecondStep {
  const isPossible = (method: SecondStep['method']) => method !== 'passkey' || 'PublicKeyCredential' in window
  const method = offered.ways.find((each) => each === step?.method) ?? offered.ways.find(isPossible) ?? 'code'
  return { code: '', trustDevice: false, ...step, offered, method, error: step ? rejection : undefined }
}

/** The body to send for the second step. For a passkey the browser opens a prompt, which the admin may cancel. */
export async function secondStepBody(
  step: SecondStep,
): Promise<Pick<Credentials, 'code' | 'passkey' | 'trustDevice'> | { error: Failure }> {
  const { offered, method, code, trustDevice } = step
  if (method !== 'passkey' || !offered.passkey) return { code, trustDevice }
  try {
    const { requestPasskey } = await import('../../api/passkeys.ts')
    return { passkey: await requestPasskey(offered.passkey), trustDevice }
  } catch (error) {
    return { error: error instanceof Error && error.name === 'PasskeyError' ? error : signInFailed }
  }
}

const switchTo: Record<SecondStep['method'], string> = {
  passkey: 'Use a passkey',
  code: 'Use your authenticator app',
  recovery_code: 'Use a recovery code',
}

type SecondStepActions = { onChange: (step: SecondStep) => void; onBack: () => void }

/** The links to the other ways, and back to the first step. */
export const secondStepLinks = (step: SecondStep, { onChange, onBack }: SecondStepActions) => [
  ...step.offered.ways
    .filter((each) => each !== step.method)
    .map((each) => ({
      label: switchTo[each],
      onClick: () => onChange({ ...step, method: each, code: '', error: undefined }),
    })),
  { label: 'Back', onClick: onBack },
]
