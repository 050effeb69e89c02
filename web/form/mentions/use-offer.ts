import { useId, useState } from 'react'
import { matchingNames, type Typed } from './mention.ts'

interface Options {
  names: readonly string[]
  /** The mention that is being typed. */
  typed: Typed | null
  onChoose: (name: string) => void
  /** The list is closed without a choice. */
  onLeave: () => void
}

/** What a key does in an open list of names: move to another, insert the highlighted one, or close the list. */
export function keyInList(key: string, chosen: number, count: number): number | 'take' | 'leave' | null {
  if (key === 'ArrowDown') return (chosen + 1) % Math.max(1, count)
  if (key === 'ArrowUp') return (chosen - 1 + count) % Math.max(1, count)
  if (key === 'Escape') return 'leave'
  return (key === 'Enter' || key === 'Tab') && count > 0 ? 'take' : null
}

/** Nobody looks for an attribute that long any more, in characters. */
const LONGEST_SEARCH = 25

/** Offers the names that fit what is typed after `@`, to be chosen by keys or pointer. */
export function useOffer({ names, typed, onChoose, onLeave }: Options) {
  const id = useId()
  const [choice, setChoice] = useState({ of: '', at: 0 })
  const matches = typed ? matchingNames(names, typed.query) : []
  const open = typed !== null && (matches.length > 0 || typed.query.length < LONGEST_SEARCH)
  const search = typed ? `${typed.at} ${typed.query}` : ''
  // Another search begins with its first name.
  const chosen = choice.of === search ? choice.at : 0
  const current = matches[chosen]
  const onKey = (event: Pick<globalThis.KeyboardEvent, 'key' | 'preventDefault' | 'stopPropagation'>): boolean => {
    const does = open ? keyInList(event.key, chosen, matches.length) : null
    if (does === null) return false
    if (does === 'leave') onLeave()
    else if (does !== 'take') setChoice({ of: search, at: does })
    else if (current !== undefined) onChoose(current)
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  return {
    open,
    onKey,
    list: { id, names: matches, chosen, onChoose },
    /** Goes onto the field. */
    props: {
      'aria-autocomplete': 'list',
      'aria-controls': open ? id : undefined,
      'aria-activedescendant': open && current !== undefined ? `${id}-${chosen}` : undefined,
    } as const,
  }
}
