import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'

/** The id that an address names. A percent sign in it may stand for itself: attributes are called `50% cotton`, too. */
function idIn(hash: string): string {
  try {
    return decodeURIComponent(hash.replaceAll(/%(?![\da-f]{2})/gi, '%25'))
  } catch {
    // Of no letter, such as %FF: nothing is called that.
    return hash
  }
}

/** Scrolls to the part that the address names: `#attributes` (PRO-149). @param parts the only ones meant, where they come later than the page */
export function useAnchor(...parts: string[]) {
  const hash = useLocation({ select: (location) => location.hash })
  const isMeant = hash !== '' && (parts.length === 0 || parts.includes(hash))
  useEffect(() => {
    if (isMeant) document.getElementById(idIn(hash))?.scrollIntoView()
  }, [hash, isMeant])
}
