import { Autocomplete, Textarea, TextInput } from '@mantine/core'
import type { TemplateAttribute } from '#contract/templates.ts'
import { cleanNumber } from '#web/ui/number-entry.ts'
import classes from './attributes-grid.module.css'

/** Most options shown at once (PRO-193). */
const shownOptions = 250

interface Props {
  attribute: Pick<TemplateAttribute, 'name' | 'type' | 'options' | 'constraint'>
  value: string
  onChange: (value: string) => void
}

/** One attribute's value: chosen or typed where the template has options, a number, a line, or a block of text. */
export function AttributeValue({ attribute: { name, type, options, constraint }, value, onChange }: Props) {
  const missing = constraint === 'required' && !value.trim()
  const common = {
    'aria-label': name,
    'aria-required': constraint === 'required',
    'aria-invalid': missing,
    variant: 'unstyled',
    classNames: { input: classes.cellInput },
    rightSection: missing ? <span className={classes.requiredValue}>Required Value</span> : undefined,
    rightSectionWidth: missing ? 112 : 8,
    rightSectionPointerEvents: 'none',
    value,
  } as const
  if (type === 'block')
    return <Textarea {...common} minRows={1} maxRows={8} onChange={(event) => onChange(event.currentTarget.value)} />
  if (options.length > 0) {
    return (
      <Autocomplete
        {...common}
        data={[...new Set(options)]}
        limit={shownOptions}
        placeholder={options.length > shownOptions ? 'Type to search values...' : undefined}
        onChange={onChange}
      />
    )
  }
  return (
    <TextInput
      {...common}
      maxLength={100_000}
      inputMode={type === 'number' ? 'decimal' : undefined}
      onChange={(event) =>
        onChange(type === 'number' ? cleanNumber(event.currentTarget.value, 6) : event.currentTarget.value)
      }
    />
  )
}
