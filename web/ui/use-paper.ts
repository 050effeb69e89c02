import { useEffect } from 'react'

const SCHEME = 'data-mantine-color-scheme'

/**
 * What is printed of a page is light, whichever theme the screen has.
 * @param page what a sheet is: `size: A4; margin: 12mm`; on other pages it stays what the browser's user chose
 */
export function usePaper(page: string): void {
  useEffect(() => {
    // A style element would need leave from the page's policy, and a named page reaches no further than a grid.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`@page { ${page}; }`)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    }
  }, [page])
  useEffect(() => {
    const root = document.documentElement
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
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
}
