import { Field } from './field.tsx'
import { SelectBox } from './select-box.tsx'

type SelectFieldProps<Value extends string> = {
  label: string
  /** Null: nothing is chosen yet. */
  value: Value | null
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
  /** It waits for an answer. */
  open?: boolean
}

/** The browser's own select in our box. */
export function SelectField<Value extends string>({ label, ...select }: SelectFieldProps<Value>) {
  return <Field label={label}>{(control) => <SelectBox {...control} {...select} />}</Field>
}
