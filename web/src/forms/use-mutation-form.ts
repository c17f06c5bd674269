import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { UseMutationResult } from '@tanstack/react-query'
import {
  type DefaultValues,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  useForm,
  useWatch,
} from 'react-hook-form'
import type { FormEvent } from 'react'
import type * as z from 'zod/mini'
import { formError, showFieldErrors } from './server-errors.ts'

type MutationForm<Values extends FieldValues, Input, Data> = {
  schema: z.core.$ZodType<Values, Values>
  /** A value that is changed elsewhere replaces the old one, unless it was edited here. */
  defaultValues: NoInfer<DefaultValues<Values> & Values>
  /** When errors are shown; by default after the form was submitted. */
  mode?: 'onChange'
  mutation: UseMutationResult<Data, Error, Input>
  /** The variables of the mutation. */
  send: (values: Values) => Input
  /** Maps the fields of the request to those of the form, where their names differ. Lists have no indexes. */
  fieldOf?: Record<string, FieldPath<Values>>
  onSuccess: (data: Data, values: Values) => void
  onError?: () => void
}

/**
 * A form that sends one request: its fields with their errors, including those from the server, and the props of a
 * FormDialog or PublicForm.
 */
export function useMutationForm<Values extends FieldValues, Input, Data>({
  schema,
  defaultValues,
  mode,
  mutation,
  send,
  fieldOf: renamed,
  onSuccess,
  onError,
}: MutationForm<Values, Input, Data>) {
  const { register, handleSubmit, setError, setFocus, setValue, getFieldState, control, formState } = useForm<
    Values,
    unknown,
    Values
  >({
    ...(mode && { mode }),
    resolver: standardSchemaResolver(schema),
    values: defaultValues,
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  })
  const isField = (name: string): name is FieldPath<Values> => Object.hasOwn(defaultValues, name)
  const fields = Object.keys(defaultValues).filter(isField)
  const fieldOf = { ...Object.fromEntries(fields.map((name) => [name, name])), ...renamed }
  const showErrors = (error: unknown) => showFieldErrors(error, setError, fieldOf)
  const submit = handleSubmit((values) =>
    mutation.mutate(send(values), {
      onSuccess: (data) => onSuccess(data, values),
      onError: (error) => {
        showErrors(error)
        onError?.()
      },
    }),
  )
  return {
    /** The props of a field. */
    field: (name: FieldPath<Values>) => ({ ...register(name), error: getFieldState(name, formState).error?.message }),
    /** The props of a field that is not a native input, such as a select. */
    setField: <Name extends FieldPath<Values>>(name: Name, value: FieldPathValue<Values, Name>) =>
      setValue(name, value, { shouldDirty: true, shouldValidate: formState.isSubmitted }),
    setFocus,
    /** Shows the errors of another request at their fields. */
    showErrors,
    values: { ...defaultValues, ...useWatch({ control }) },
    isDirty: formState.isDirty,
    onSubmit: (event: FormEvent) => void submit(event),
    pending: mutation.isPending,
    error: formError(mutation.error, fieldOf),
  }
}
