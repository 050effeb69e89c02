import { Children, createContext, type ReactNode, startTransition, use, useEffect, useState } from 'react'

const Opening = createContext(false)

/** Around a page: `value` tells whether the browser opens it just now, rather than that somebody went there from another one. */
export const OpeningPage = Opening.Provider

/** False while what is around is drawn, then true, for what is drawn in pieces: keys and clicks are answered in between. */
export function useLater(): boolean {
  const [later, setLater] = useState(false)
  useEffect(() => startTransition(() => setLater(true)), [])
  return later
}

/**
 * Draws its children one after another, as many at once as `first` says. All at once, a long page would keep a slow processor from answering
 * while it opens. One that somebody goes to is drawn whole, as Back returns to where it was scrolled.
 */
export function InPieces({ children, first = 1 }: { children: ReactNode; first?: number }) {
  const opening = use(Opening)
  const pieces = Children.toArray(children)
  const [drawn, setDrawn] = useState(opening ? first : Number.POSITIVE_INFINITY)
  const isWhole = drawn >= pieces.length
  useEffect(() => {
    if (!isWhole) startTransition(() => setDrawn((before) => before + 1))
  }, [drawn, isWhole])
  return isWhole ? pieces : pieces.slice(0, drawn)
}
