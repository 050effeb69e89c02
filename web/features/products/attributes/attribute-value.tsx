import { TextInput, type TextInputProps } from '@mantine/core'
import { type FocusEvent, useId, useState } from 'react'
import type { TemplateAttribute } from '#contract/templates.ts'
import type { AttributeOffers } from '#web/form/mentions/attribute-offers.ts'
import { anyNumber, localised, readEntry, showEntry } from '#domain/numbers/entry.ts'
import { Autocomplete } from '#web/ui/choices/autocomplete.tsx'
import { decimalSign } from '#web/ui/inputs/decimal-sign.ts'
import { useTyped } from '#web/ui/inputs/entries.tsx'
import { optionsHint, shownOptions } from '#web/ui/choices/many-options.ts'
import { Textarea } from '#web/ui/inputs/textarea.tsx'
import classes from './attributes-grid.module.css'

interface Props {
  attribute: Pick<TemplateAttribute, 'name' | 'type' | 'options' | 'constraint'>
  offers: AttributeOffers
  value: string
  onChange: (value: string) => void
}

/** One attribute's value: chosen or typed where the template or a channel has options, a number, a line, or a block of text. */
export function AttributeValue({ attribute, offers, value, onChange }: Props) {
  const { name, type, constraint } = attribute
  const missing = constraint === 'required' && !value.trim()
  const { options, from } = offers.of(attribute)
  const { isChosen, watch } = useSteady(options.length > 0)
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
  // A number is checked as one, whatever texts a channel has for it.
  if (type === 'number' && attribute.options.length === 0)
    return <NumberValue {...common} name={name} value={value} onKept={onChange} />
  if (isChosen) {
    return (
      <Autocomplete
        {...common}
        {...watch}
        data={options}
        renderOption={({ option }) => (
          <span className={classes.option}>
            <span>{option.value}</span>
            <span className="subtle small">{from(option.value)}</span>
          </span>
        )}
        limit={shownOptions}
        placeholder={optionsHint(options.length)}
        onChange={onChange}
      />
    )
  }
  return (
    <TextInput {...common} {...watch} maxLength={100_000} onChange={(event) => onChange(event.currentTarget.value)} />
  )
}

/**
 * Which of the two fields a text gets. Channels' values arrive late, and another field in the place of this one would take the focus, and with it the keys,
 * from whoever types: the field stays until it is left. In another window it is not left.
 */
function useSteady(hasOptions: boolean) {
  const [isOpen, setHeld] = useState<boolean | null>(null)
  return {
    isChosen: isOpen ?? hasOptions,
    watch: {
      onFocus: () => setHeld((now) => now ?? hasOptions),
      onBlur: ({ currentTarget }: FocusEvent) => document.activeElement !== currentTarget && setHeld(null),
    },
  }
}

/** Attributes may be below zero; channels read them with a point. */
const rule = anyNumber()

function NumberValue({
  name,
  value,
  onKept,
  ...input
}: Omit<TextInputProps, 'value'> & { name: string; value: string; onKept: (value: string) => void }) {
  const id = useId()
  const read = (typed: string) => readEntry(typed, rule, decimalSign())
  const { typed, problem, type } = useTyped(id, name, (text) => {
    const entry = read(text)
    return 'problem' in entry ? entry.problem : undefined
  })
  return (
    <TextInput
      {...input}
      id={id}
      inputMode="decimal"
      value={typed ?? localised(value, decimalSign())}
      error={problem}
      aria-invalid={problem !== undefined || input['aria-invalid']}
      onChange={(event) => {
        const entry = read(event.currentTarget.value)
        type(event.currentTarget.value)
        if ('value' in entry) onKept(showEntry(entry.value, 0, '.'))
      }}
      onBlur={() => problem === undefined && type(null)}
    />
  )
}
