import { useEffect, useState } from 'react'
import { sessionUser } from '../session.ts'

/** Of one person in one organization: who signs in next in this tab finds nothing of theirs. */
const keyOf = (name: string) => {
  const user = sessionUser()
  return `motto-draft ${user?.id ?? 0} ${user?.clientId ?? 0} ${name}`
}

function read<T extends object>(key: string): Partial<T> | undefined {
  const stored = sessionStorage.getItem(key)
  if (stored === null) return undefined
  try {
    return JSON.parse(stored) as Partial<T>
  } catch {
    // Written by another version, or by hand: start with nothing.
    sessionStorage.removeItem(key)
    return undefined
  }
}

/**
 * What is being typed, kept in this tab over a reload until it is forgotten.
 * @param name tells drafts apart; another name is another draft
 * @returns the draft, how to change it, how to forget it, and whether it was there before
 */
export function useKept<T extends object>(name: string, begin: () => T) {
  const [key] = useState(() => keyOf(name))
  const [stored] = useState(() => read<T>(key))
  const [draft, setDraft] = useState<T>(() => ({ ...begin(), ...stored }))
  const [changed, setChanged] = useState(false)
  useEffect(() => {
    if (!changed) return
    try {
      sessionStorage.setItem(key, JSON.stringify(draft))
    } catch {
      // The browser's room for drafts is full: this one stays in the page as long as the page does.
    }
  }, [key, draft, changed])
  return {
    draft,
    isRestored: stored !== undefined,
    change: (next: (now: T) => T) => {
      setChanged(true)
      setDraft(next)
    },
    forget: () => {
      sessionStorage.removeItem(key)
      setChanged(false)
    },
  }
}
