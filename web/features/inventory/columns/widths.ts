/** INV-222..224. */
export const sampledRows = 50
export const minWidth = 100
export const maxWidth = 420

/** Room left and right of a cell's text, and for the sign of sorting in a heading, in pixels. */
const cellRoom = 22
const headRoom = 40

/** The width at which the heading and the first 50 texts fit. @param measure width of a text in pixels */
export function widthFor(label: string, texts: readonly string[], measure: (text: string) => number): number {
  const widest = texts
    .slice(0, sampledRows)
    .reduce((most, text) => Math.max(most, measure(text) + cellRoom), measure(label) + headRoom)
  return Math.round(Math.max(minWidth, Math.min(maxWidth, widest)))
}
