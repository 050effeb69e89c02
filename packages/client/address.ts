/** Fills in the braces of a path. */
export const pathOf = (path: string, params: Record<string, unknown> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))

/** A query string. The items of a list are joined with `+`; a `+` inside an item is escaped. */
export function queryOf(query: Record<string, unknown> = {}): string {
  const parts = Object.entries(query).flatMap(([name, value]) => {
    const items = (Array.isArray(value) ? value : [value]).filter((item) => item !== undefined && item !== null)
    return items.length > 0 ? [`${encodeURIComponent(name)}=${items.map(textOf).join('+')}`] : []
  })
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}
const textOf = (value: unknown) => encodeURIComponent(typeof value === 'object' ? JSON.stringify(value) : String(value))

/** The address of a Motto, without a slash at its end. @throws TypeError when it is no http address */
export function baseOf(url: string): string {
  const { protocol, href, search, hash, username } = new URL(url)
  if (!/^https?:$/.test(protocol) || search || hash || username)
    throw new TypeError('The url of Motto is an address like https://motto.example.com, without a query.')
  return href.replace(/\/+$/, '')
}
