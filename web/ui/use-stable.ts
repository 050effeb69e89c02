import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * A function that stays the same from one drawing to the next, and does what the newest of them says. For what is drawn once for each of many
 * rows: a row that did not change is then not drawn anew. Call it from handlers alone.
 */
export function useStable<A extends readonly unknown[], R>(newest: (...args: A) => R): (...args: A) => R {
  const current = useRef(newest)
  useLayoutEffect(() => {
    current.current = newest
  })
  return useCallback((...args: A) => current.current(...args), [])
}
