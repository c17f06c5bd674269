import { useRef, useState, type FormEvent } from 'react'
import { ApiError } from '../../api/errors.ts'
import { finishAtServer } from '../../api/sign-on.ts'
import { FormNote } from '../../forms/form-note.tsx'
import { PublicFoot, PublicForm, PublicSubmit } from '../../shell/public-page.tsx'
import { nextStep, proofOf } from './second-step.ts'
import { SecondStepFields } from './second-step-fields.tsx'

type SignOnStepProps = {
  answer: string
  /** The refusal that asks for the second step. */
  asked: ApiError
  onDone: (finished: Awaited<ReturnType<typeof finishAtServer>>) => void
  onFailed: (error: Error) => void
  onBack: () => void
}

/** The console's second step, after the provider's sign-in. */
export function SignOnStep({ answer, asked, onDone, onFailed, onBack }: SignOnStepProps) {
  const [step, setStep] = useState(() => nextStep(null, asked.secondFactor, asked.message))
  const [pending, setPending] = useState(false)
  const codeInput = useRef<HTMLInputElement>(null)

  async function send() {
    setPending(true)
    try {
      const proof = await proofOf(step)
      if ('problem' in proof) setStep({ ...step, problem: proof.problem })
      else onDone(await finishAtServer({ answer, ...proof }))
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
      <FormNote>{step.way === 'passkey' ? step.problem : null}</FormNote>
      <PublicFoot>
        <PublicSubmit busy={pending} disabled={pending || (step.way !== 'passkey' && step.code.trim() === '')}>
          Sign in
        </PublicSubmit>
      </PublicFoot>
    </PublicForm>
  )
}
