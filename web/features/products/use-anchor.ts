import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Scrolls to the part that the address names: `#attributes` (PRO-149). @param parts the only ones meant, where they come later than the page */
export function useAnchor(...parts: string[]) {
  const hash = useLocation({ select: (location) => location.hash })
  const isMeant = hash !== '' && (parts.length === 0 || parts.includes(hash))
  useEffect(() => {
    if (isMeant) document.getElementById(decodeURIComponent(hash))?.scrollIntoView()
  }, [hash, isMeant])
}
