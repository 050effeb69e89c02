/**
 * Shopify's search syntax: terms side by side mean AND; `OR`, `NOT`, `-`, brackets, `field:value`, `field:>=value`, quotes, `value*`.
 * An unknown field is ignored, as the platform does.
 */
type Value = string | number | boolean | Date | null | undefined
/** What a row offers for a field: one value, or several of which one must match. `default` is searched by bare words. */
export type Fields<T> = Record<string, (row: T) => Value | Value[]>
type Test<T> = (row: T) => boolean

const pattern =
  /\(|\)|-?[\w.]+:(?:[<>]=?)?(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^\s()]+)|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^\s()]+/g

export function makeFilter<T>(query: string | null | undefined, fields: Fields<T>): Test<T> {
  const tokens = query?.match(pattern) ?? []
  let at = 0
  function any(): Test<T> {
    const parts = [all()]
    while (tokens[at] === 'OR') {
      at++
      parts.push(all())
    }
    return (row) => parts.some((part) => part(row))
  }
  function all(): Test<T> {
    const parts: Test<T>[] = []
    for (let token = tokens[at]; token !== undefined && token !== 'OR' && token !== ')'; token = tokens[at]) {
      at++
      if (token !== 'AND') parts.push(readTest(token))
    }
    return (row) => parts.every((part) => part(row))
  }
  function readTest(token: string): Test<T> {
    if (token === 'NOT') {
      const inner = readTest(tokens[at++] ?? '')
      return (row) => !inner(row)
    }
    if (token === '(') {
      const inner = any()
      at++
      return inner
    }
    if (token.startsWith('-') && token.length > 1) {
      const inner = term(token.slice(1), fields)
      return (row) => !inner(row)
    }
    return term(token, fields)
  }
  return any()
}

function term<T>(token: string, fields: Fields<T>): Test<T> {
  const [, name, sign = '', text = ''] = /^([\w.]+):([<>]=?)?(.*)$/s.exec(token) ?? []
  const field = name === undefined ? fields['default'] : fields[name]
  if (!field) return () => true
  const words = unquote(name === undefined ? token : text)
  const matches = name === undefined ? contains(words) : sign ? compares(sign, words) : equals(words)
  return (row) => {
    const value = field(row)
    return Array.isArray(value) ? value.some(matches) : matches(value)
  }
}

const unquote = (text: string): string =>
  /^(["']).*\1$/s.test(text) ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text
const contains =
  (words: string) =>
  (value: Value): boolean =>
    String(value ?? '')
      .toLowerCase()
      .includes(words.toLowerCase())

const equals =
  (words: string) =>
  (value: Value): boolean => {
    if (value instanceof Date || typeof value === 'number') return compareWith(value, words) === 0
    const text = String(value ?? '').toLowerCase()
    const other = words.toLowerCase()
    return other.endsWith('*') ? text.startsWith(other.slice(0, -1)) : text === other
  }
const compares =
  (sign: string, words: string) =>
  (value: Value): boolean => {
    if (value === null || value === undefined) return false
    const order = compareWith(value, words)
    if (Number.isNaN(order)) return false
    return sign === '>' ? order > 0 : sign === '>=' ? order >= 0 : sign === '<' ? order < 0 : order <= 0
  }
/** Times count in whole seconds, as they are shown. */
function compareWith(value: Exclude<Value, null | undefined>, words: string): number {
  if (value instanceof Date) return Math.floor(value.getTime() / 1000) - Math.floor(Date.parse(words) / 1000)
  if (typeof value === 'number') return value - Number(words)
  return String(value).localeCompare(words)
}
