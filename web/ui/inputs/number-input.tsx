import { TextInput, type TextInputProps } from '@mantine/core'
import { currencySign } from '#web/ui/format.ts'
import { useId, useState } from 'react'
import { type EntryRule, isBegun, measure, money, nounOf, pieces, readEntry, showEntry } from '#domain/numbers/entry.ts'
import { decimalSign } from './decimal-sign.ts'
import { useTyped } from './entries.tsx'

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue' | 'min' | 'max'> {
  value: number | null | undefined
  /** Called while typing, with a valid number; null is blank. An invalid entry stays in the field, which says why. */
  onChange?: (value: number | null) => void
  /** Called with the number when the field is left or Enter pressed after something was typed. */
  onCommit?: (value: number | null) => void
  /** What a sentence calls it, `price`; the label in small letters when left out. */
  noun?: string
  max?: number
}

/** A number field made of text: the mouse wheel changes nothing (ORD-245), and what is typed stays until it is a number. */
function NumberText({
  value,
  onChange,
  onCommit,
  noun,
  max,
  rule: ruleFor,
  shownDecimals,
  ...input
}: Props & { rule: (noun: string) => EntryRule; shownDecimals: number }) {
  const own = useId()
  const id = input.id ?? own
  const name = input['aria-label'] ?? (typeof input.label === 'string' ? input.label : 'Number')
  const entryRule = ruleFor(noun ?? nounOf(name))
  const rule = max === undefined ? entryRule : { ...entryRule, most: max }
  const [left, setLeft] = useState(false)
  const read = (typed: string) => readEntry(typed, rule, decimalSign())
  const { typed, problem, type } = useTyped(id, name, (text) => {
    const entry = read(text)
    return 'problem' in entry ? entry.problem : undefined
  })
  const settle = () => {
    if (typed === null) return
    const entry = read(typed)
    if ('problem' in entry) return
    type(null)
    onCommit?.(entry.value)
  }
  const shownProblem = typed !== null && (left || !isBegun(typed)) ? problem : undefined
  return (
    <TextInput
      inputMode={rule.decimals ? 'decimal' : 'numeric'}
      autoComplete="off"
      styles={{ input: { fontVariantNumeric: 'tabular-nums' } }}
      {...input}
      id={id}
      error={shownProblem ?? input.error}
      value={typed ?? showEntry(value, shownDecimals, decimalSign())}
      onFocus={(event) => {
        event.currentTarget.select()
        input.onFocus?.(event)
      }}
      onChange={(event) => {
        const text = event.currentTarget.value
        const entry = read(text)
        type(text)
        setLeft(false)
        if ('value' in entry && entry.value !== (value ?? null)) onChange?.(entry.value)
      }}
      onBlur={(event) => {
        setLeft(true)
        settle()
        input.onBlur?.(event)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle()
        input.onKeyDown?.(event)
      }}
    />
  )
}

/** An amount in the organization's currency with two decimals, as a decimal number. */
export function MoneyInput(props: Props) {
  const sign = currencySign()
  return (
    <NumberText rule={money} shownDecimals={2} leftSection={sign} leftSectionWidth={16 + 8 * sign.length} {...props} />
  )
}

/** A whole number of pieces. */
export const QuantityInput = (props: Props) => <NumberText rule={pieces} shownDecimals={0} {...props} />

/** Any other number, such as a rate. @param least null: below 0, too */
export const DecimalInput = ({ decimals, least, ...props }: Props & { decimals: number; least?: null }) => (
  <NumberText
    rule={(noun) => ({ noun, decimals, most: 1e6, ...(least === null && { least }) })}
    shownDecimals={0}
    {...props}
  />
)

/** Weights and sizes. */
export const MeasureInput = (props: Props) => <NumberText rule={measure} shownDecimals={0} {...props} />
