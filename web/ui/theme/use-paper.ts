import { useEffect } from 'react'

/** @param page what a sheet is: `size: A4; margin: 12mm`; on other pages it stays what the browser's user chose */
export function usePaper(page: string): void {
  useEffect(() => {
    // A style element would need leave from the page's policy, and a named page reaches no further than a grid.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`@page { ${page}; }`)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((adopted) => adopted !== sheet)
    }
  }, [page])
}
