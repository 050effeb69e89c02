/**
 * Reads a query string whose lists are joined with `+` (INV-239): a literal `+` separates, `%2B` stays a plus inside a value.
 * A value without `+` is a string, one with it a list.
 */
export function parseQuery(url: string): Record<string, string | string[]> {
  const at = url.indexOf('?')
  // Without a prototype, so that no name means anything.
  const out = Object.create(null) as Record<string, string | string[]>
  if (at < 0) return out
  for (const pair of url.slice(at + 1).split('&')) {
    if (!pair) continue
    const [name, value] = splitOnce(pair)
    const parts = value
      .split('+')
      .filter((part, _i, all) => part !== '' || all.length === 1)
      .map(decode)
    out[decode(name)] = parts.length === 1 ? (parts[0] ?? '') : parts
  }
  return out
}

const splitOnce = (pair: string): [string, string] => {
  const at = pair.indexOf('=')
  return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]
}

/** A form writes a blank as `+`; where the schema wants one text, that is what it was. */
export const asText = (value: unknown): unknown => (Array.isArray(value) ? value.join(' ') : value)

/** A broken escape is used literally instead of failing the request. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
