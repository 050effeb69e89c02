import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { readBarcode } from '#contract/products/barcode.ts'
import classes from './products.module.css'

interface Props {
  id?: string
  value: string
  onChange: (barcode: string) => void
  /** The server's sentence. */
  error?: string | undefined
}

/** A barcode, typed or scanned. It complains once it was left, and then holds digits only. */
export function BarcodeField({ id, value, onChange, error }: Props) {
  const [left, setLeft] = useState(false)
  const read = readBarcode(value)
  return (
    <TextInput
      id={id}
      label="Barcode"
      placeholder="UPC, EAN, ISBN"
      autoComplete="off"
      classNames={{ input: classes.monoInput }}
      value={value}
      error={error ?? (left && 'problem' in read ? read.problem : undefined)}
      onChange={(event) => {
        setLeft(false)
        onChange(event.currentTarget.value)
      }}
      onBlur={() => {
        setLeft(true)
        if ('value' in read && read.value !== value) onChange(read.value)
      }}
    />
  )
}
