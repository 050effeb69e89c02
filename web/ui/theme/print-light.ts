const SCHEME = 'data-mantine-color-scheme'

/** What is printed is light, whichever theme the screen has: pale letters on white paper are not read. */
export function printLight(): void {
  const root = document.documentElement
  let before: string | null = null
  window.addEventListener('beforeprint', () => {
    before = root.getAttribute(SCHEME)
    root.setAttribute(SCHEME, 'light')
  })
  window.addEventListener('afterprint', () => {
    if (before !== null) root.setAttribute(SCHEME, before)
  })
}
