import type { AskedOptions } from '#contract/channels/describe.ts'
import { useRead } from '../../api.ts'
import { useOfAccount } from '#web/form/channels/account.tsx'
import { anyLookup } from '../../lookups.ts'
import type { Option } from '../../ui/choices/search-select.tsx'
import { textIn, within } from '../within.ts'

/** A lookup's answer as options. */
export function optionsOf(answer: unknown, { at, value, label, open, closed = '' }: AskedOptions): Option[] {
  const rows = at === undefined ? answer : within(answer, at)
  const [first = '', ...more] = label
  return (Array.isArray(rows) ? rows : []).map((row: unknown) => {
    const id = textIn(row, value)
    const name = [textIn(row, first) || id, ...more.map((path) => textIn(row, path))].filter(Boolean).join(', ')
    const disabled = open !== undefined && within(row, open) !== true
    return { value: id, label: disabled ? name + closed : name, ...(disabled && { disabled }) }
  })
}

/** What the channel offers for a field; `options` is undefined until it answered, `failed` says why it did not. */
export function useOptions(channel: string, asks: AskedOptions) {
  const read = useRead(anyLookup(channel, asks.lookup), { query: useOfAccount() })
  return {
    options: read.data === undefined ? undefined : optionsOf(read.data, asks),
    failed: read.isError ? read.error.message : undefined,
  }
}
