import { useSearch } from '@tanstack/react-router'
import { useNavigate } from '#web/ui/link.tsx'

export interface ValuesSearch {
  /** `values` while the value mapping dialog is open. */
  mapping?: 'values' | undefined
  /** The channel's field that it shows, and a value to be mapped there. */
  field?: string | undefined
  value?: string | undefined
}

const closed: ValuesSearch = { mapping: undefined, field: undefined, value: undefined }

/** The value mapping dialog stands in the address, so that a link leads to it and a reload keeps it. */
export function useValuesAddress() {
  const { mapping, field, value } = useSearch({ strict: false }) as ValuesSearch
  const navigate = useNavigate()
  const go = (change: ValuesSearch) =>
    void navigate({ to: '.', search: (now) => ({ ...now, ...change }), resetScroll: false })
  return {
    isOpen: mapping === 'values',
    field,
    value,
    open: (about: Omit<ValuesSearch, 'mapping'> = {}) => go({ ...closed, ...about, mapping: 'values' }),
    close: () => go(closed),
  }
}
