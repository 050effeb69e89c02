import { useRef } from 'react'

/** Does a piece of work once at a time: what is pressed while it runs, as a double click does, does nothing. */
export function useOneAtATime(): (work: () => Promise<void>) => Promise<void> {
  const busy = useRef(false)
  return async (work) => {
    if (busy.current) return
    busy.current = true
    try {
      await work()
    } finally {
      busy.current = false
    }
  }
}
