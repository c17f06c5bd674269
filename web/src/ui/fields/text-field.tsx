import type { ComponentProps, ReactNode } from 'react'
import { Field } from './field.tsx'
import { InputBox } from './input-box.tsx'

type FieldText = {
  label: ReactNode
  help?: ReactNode
  error?: string | undefined
}

type TextFieldProps = FieldText & { size?: 'medium' | 'large' } & Omit<ComponentProps<'input'>, 'size'>

/** A labelled input. Other props, including ref, are passed to the input. */
export function TextField({ label, help, error, size, ...input }: TextFieldProps) {
  return (
    <Field label={label} help={help} error={error}>
      {(control) => (
        <InputBox size={size} invalid={Boolean(error)} disabled={input.disabled}>
          <input type="text" autoComplete="off" {...input} {...control} />
        </InputBox>
      )}
    </Field>
  )
}

type TextAreaProps = FieldText & ComponentProps<'textarea'>

export function TextArea({ label, help, error, ...area }: TextAreaProps) {
  return (
    <Field label={label} help={help} error={error}>
      {(control) => (
        <InputBox invalid={Boolean(error)} disabled={area.disabled}>
          <textarea rows={4} {...area} {...control} />
        </InputBox>
      )}
    </Field>
  )
}
