import { useEffect } from 'react'

const SCHEME = 'data-mantine-color-scheme'

/** Paper is A4 and light, whichever theme the screen has; on other pages it stays what the browser's user chose. */
export function usePrint(): void {
  useEffect(() => {
    const root = document.documentElement
    // A style element would need leave from the page's policy, and a named page reaches no further than a grid.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('@page { size: A4; margin: 12mm; }')
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    let before: string | null = null
    const begin = () => {
      before = root.getAttribute(SCHEME)
      root.setAttribute(SCHEME, 'light')
    }
    const end = () => {
      if (before !== null) root.setAttribute(SCHEME, before)
    }
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
}
