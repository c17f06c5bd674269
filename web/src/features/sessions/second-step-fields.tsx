import { trustedDays } from '@health-console/contract/second-factor.ts'
import { useEffect, useState, type RefObject } from 'react'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './second-step-fields.module.css'

/** What is typed after the password, and what the server said about it. */
export type SecondStep = { code: string; trustDevice: boolean; problem: string | undefined }

type SecondStepFieldsProps = {
  email: string
  step: SecondStep
  codeInput: RefObject<HTMLInputElement | null>
  onChange: (step: SecondStep) => void
  onBack: () => void
  size: 'medium' | 'large'
}

/** Takes the place of e-mail and password once they were right. */
export function SecondStepFields({ email, step, codeInput, onChange, onBack, size }: SecondStepFieldsProps) {
  const [isRecovering, setIsRecovering] = useState(false)
  useEffect(() => codeInput.current?.focus(), [codeInput, isRecovering])
  return (
    <>
      <p>
        {isRecovering
          ? 'Enter one of the recovery codes that you kept for'
          : 'Enter the code that your authenticator app shows for'}{' '}
        <b className={styles.email}>{email}</b>.
      </p>
      <TextField
        ref={codeInput}
        label={isRecovering ? 'Recovery code' : 'Code'}
        name="code"
        size={size}
        autoComplete={isRecovering ? 'off' : 'one-time-code'}
        inputMode={isRecovering ? 'text' : 'numeric'}
        autoCapitalize="none"
        spellCheck={false}
        value={step.code}
        error={step.problem}
        onChange={({ target }) => onChange({ ...step, code: target.value, problem: undefined })}
      />
      <Checkbox
        label={`Trust this browser for ${trustedDays} days`}
        checked={step.trustDevice}
        onChange={({ target }) => onChange({ ...step, trustDevice: target.checked })}
      />
      <div className={styles.ways}>
        <Button
          size="small"
          onClick={() => {
            setIsRecovering(!isRecovering)
            onChange({ ...step, code: '', problem: undefined })
          }}
        >
          {isRecovering ? 'Use the app' : 'Use a recovery code'}
        </Button>
        <Button size="small" onClick={onBack}>
          Back
        </Button>
      </div>
    </>
  )
}
