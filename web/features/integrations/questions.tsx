import { PasswordInput, TextInput } from '@mantine/core'
import type { Ask } from '#contract/integrations/integrations.ts'
import { type ApiError, fieldError } from '#web/call.ts'
import { Select } from '#web/ui/choices/select.tsx'
import classes from './integrations.module.css'

/** More options than these are found by typing. */
const MANY = 20

/** What a channel wants to know before it is connected (a shop, a region, a key), each with its own field. */
export function Questions({
  asks,
  answers,
  error,
  onAnswer,
}: {
  asks: readonly Ask[]
  answers: Record<string, string>
  error: ApiError | null
  onAnswer: (name: string, answer: string) => void
}) {
  return asks.map(({ name, label, kind, placeholder, help, options }) => {
    const shared = {
      className: classes.shop,
      label,
      placeholder,
      description: help,
      error: fieldError(error, name),
      value: answers[name] ?? '',
    }
    if (kind === 'choice')
      return (
        <Select
          key={name}
          {...shared}
          data={[...(options ?? [])]}
          searchable={(options?.length ?? 0) > MANY}
          allowDeselect={false}
          onChange={(value) => onAnswer(name, value ?? '')}
        />
      )
    const Field = kind === 'secret' ? PasswordInput : TextInput
    return (
      <Field
        key={name}
        {...shared}
        autoComplete="off"
        onChange={(event: { currentTarget: { value: string } }) => onAnswer(name, event.currentTarget.value)}
      />
    )
  })
}
