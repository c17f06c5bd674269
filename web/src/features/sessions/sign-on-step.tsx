import { useRef, useState, type FormEvent } from 'react'
import { ApiError } from '../../api/errors.ts'
import { finishAtServer } from '../../api/sign-on.ts'
import { FormError } from '../../forms/form-error.tsx'
import { type Failure, toFailure } from '../../lib/failure.ts'
import { PublicFoot, PublicForm, PublicSubmit } from '../../shell/public-page.tsx'
import { Links } from '../../ui/buttons/links.tsx'
import { nextStep, secondStepBody, secondStepLinks } from './second-step.ts'
import { SecondStepFields } from './second-step-fields.tsx'

type SignOnStepProps = {
  answer: string
  /** The rejection that requires the second step. */
  rejection: ApiError
  onDone: (finished: Awaited<ReturnType<typeof finishAtServer>>) => void
  onFailed: (failure: Failure) => void
  onBack: () => void
}

/** The console's second step, after the provider's sign-in. */
export function SignOnStep({ answer, rejection, onDone, onFailed, onBack }: SignOnStepProps) {
  const [step, setStep] = useState(() => nextStep(null, rejection.secondFactor, rejection))
  const [pending, setPending] = useState(false)
  const codeInput = useRef<HTMLInputElement>(null)

  async function send() {
    setPending(true)
    try {
      const second = await secondStepBody(step)
      if ('error' in second) setStep({ ...step, error: second.error })
      else onDone(await finishAtServer({ answer, ...second }))
    } catch (error) {
      if (error instanceof ApiError && error.code === 'second_factor') setStep({ ...step, error })
      else onFailed(toFailure(error))
    }
    setPending(false)
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!pending) void send()
  }

  return (
    <PublicForm onSubmit={submit}>
      <SecondStepFields step={step} codeInput={codeInput} size="large" onChange={setStep} />
      <FormError isBoxed failure={step.method === 'passkey' ? step.error : null} />
      <PublicFoot>
        <PublicSubmit busy={pending} disabled={pending || (step.method !== 'passkey' && step.code.trim() === '')}>
          Sign in
        </PublicSubmit>
        <Links links={secondStepLinks(step, { onChange: setStep, onBack })} />
      </PublicFoot>
    </PublicForm>
  )
}
