import { useRef, useState, type FormEvent } from 'react'
import { ApiError } from '../../api/errors.ts'
import { finishAtServer } from '../../api/sign-on.ts'
import { FormNote } from '../../forms/form-note.tsx'
import { PublicFoot, PublicForm, PublicSubmit } from '../../shell/public-page.tsx'
import { nextStep, answerOf } from './second-step.ts'
import { SecondStepFields } from './second-step-fields.tsx'

type SignOnStepProps = {
  answer: string
  /** The rejection that requires the second step. */
  refusal: ApiError
  onDone: (finished: Awaited<ReturnType<typeof finishAtServer>>) => void
  onFailed: (error: Error) => void
  onBack: () => void
}

/** The console's second step, after the provider's sign-in. */
export function SignOnStep({ answer, refusal, onDone, onFailed, onBack }: SignOnStepProps) {
  const [step, setStep] = useState(() => nextStep(null, refusal.secondFactor, refusal.message))
  const [pending, setPending] = useState(false)
  const codeInput = useRef<HTMLInputElement>(null)

  async function send() {
    setPending(true)
    try {
      const second = await answerOf(step)
      if ('problem' in second) setStep({ ...step, problem: second.problem })
      else onDone(await finishAtServer({ answer, ...second }))
    } catch (error) {
      if (error instanceof ApiError && error.code === 'second_factor') setStep({ ...step, problem: error.message })
      else onFailed(error instanceof Error ? error : new Error(String(error)))
    }
    setPending(false)
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!pending) void send()
  }

  return (
    <PublicForm onSubmit={submit}>
      <SecondStepFields step={step} codeInput={codeInput} size="large" onChange={setStep} onBack={onBack} />
      <FormNote>{step.method === 'passkey' ? step.problem : null}</FormNote>
      <PublicFoot>
        <PublicSubmit busy={pending} disabled={pending || (step.method !== 'passkey' && step.code.trim() === '')}>
          Sign in
        </PublicSubmit>
      </PublicFoot>
    </PublicForm>
  )
}
