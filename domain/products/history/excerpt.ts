/** So many characters of a change are shown, of them so many before the first that differs. */
const [SHOWN, BEFORE] = [1000, 200]

const cutsPair = (text: string, at: number) => /[\uD800-\uDBFF]/.test(text[at - 1] ?? '') && at < text.length
const boundary = (text: string, at: number) => (cutsPair(text, at) ? at - 1 : at)

function part(text: string, from: number): string {
  const [begin, end] = [boundary(text, from), boundary(text, Math.min(text.length, from + SHOWN))]
  return `${begin > 0 ? '…' : ''}${text.slice(begin, end)}${end < text.length ? '…' : ''}`
}

/** A change as it is shown: of long texts the part in which the first difference is. Products are not written from it. */
export function excerptOf<C extends { before: string; after: string }>(change: C): C {
  const { before, after } = change
  if (before.length <= SHOWN && after.length <= SHOWN) return change
  let at = 0
  while (at < before.length && at < after.length && before[at] === after[at]) at += 1
  const from = at < SHOWN - BEFORE ? 0 : at - BEFORE
  return { ...change, before: part(before, from), after: part(after, from) }
}
