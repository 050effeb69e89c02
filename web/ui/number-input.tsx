import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { cleanNumber, type NumberLimits, settleNumber, showNumber } from './number-entry.ts'

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue' | 'min' | 'max'> {
  value: number | null | undefined
  /** Called while typing; null is blank. */
  onChange?: (value: number | null) => void
  /** Called with the settled number when the field is left or Enter pressed, if it is another one. */
  onCommit?: (value: number | null) => void
  min?: number
  max?: number
}

/** A number field made of text, so that the mouse wheel changes nothing (ORD-245). */
function NumberText({
  value,
  onChange,
  onCommit,
  min,
  max,
  decimals,
  ...input
}: Props & Pick<NumberLimits, 'decimals'>) {
  const [draft, setDraft] = useState<string | null>(null)
  const settle = () => {
    if (draft === null) return
    const settled = settleNumber(draft, { min, max, decimals })
    setDraft(null)
    if (settled !== (value ?? null)) onChange?.(settled)
    onCommit?.(settled)
  }
  return (
    <TextInput
      inputMode={decimals ? 'decimal' : 'numeric'}
      autoComplete="off"
      styles={{ input: { fontVariantNumeric: 'tabular-nums' } }}
      {...input}
      value={draft ?? showNumber(value, decimals)}
      onFocus={(event) => {
        event.currentTarget.select()
        input.onFocus?.(event)
      }}
      onChange={(event) => {
        const typed = cleanNumber(event.currentTarget.value, decimals)
        setDraft(typed)
        onChange?.(typed === '' ? null : Number(typed))
      }}
      onBlur={(event) => {
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

/** An amount in dollars with two decimals, as a decimal number. */
export const MoneyInput = (props: Props) => <NumberText decimals={2} leftSection="$" leftSectionWidth={24} {...props} />

/** A whole number of pieces. */
export const QuantityInput = (props: Props) => <NumberText decimals={0} {...props} />

/** Weights and sizes: up to three decimals. */
export const MeasureInput = (props: Props) => <NumberText decimals={3} {...props} />
