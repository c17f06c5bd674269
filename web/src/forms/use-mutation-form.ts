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
  defaultValues: DefaultValues<Values> & Values
  /** When errors are shown; by default after the form was submitted. */
  mode?: 'onChange'
  mutation: UseMutationResult<Data, Error, Input>
  /** The variables of the mutation. */
  send: (values: Values) => Input
  /** Maps the fields of the request to those of the form, where their names differ. */
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
  const { register, handleSubmit, setError, setValue, getFieldState, control, formState } = useForm<
    Values,
    unknown,
    Values
  >({
    ...(mode && { mode }),
    resolver: standardSchemaResolver(schema),
    defaultValues,
  })
  const isField = (name: string): name is FieldPath<Values> => Object.hasOwn(defaultValues, name)
  const fields = Object.keys(defaultValues).filter(isField)
  const fieldOf = { ...Object.fromEntries(fields.map((name) => [name, name])), ...renamed }
  const submit = handleSubmit((values) =>
    mutation.mutate(send(values), {
      onSuccess: (data) => onSuccess(data, values),
      onError: (error) => {
        showFieldErrors(error, setError, fieldOf)
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
    values: { ...defaultValues, ...useWatch({ control }) },
    isDirty: formState.isDirty,
    onSubmit: (event: FormEvent) => void submit(event),
    pending: mutation.isPending,
    error: formError(mutation.error, fieldOf),
  }
}
