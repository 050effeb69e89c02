import {
  addressAttributes,
  allowedAttributes,
  allowedSchemes,
  allowedStyles,
  allowedTags,
  foreignLink,
  silentTags,
} from './rules.ts'

const tags = new Set(allowedTags)
const silent = new Set(silentTags)

/** What becomes of an element: it stays, only what is in it stays, or all of it goes. */
export const fateOf = (tag: string): 'keep' | 'unwrap' | 'drop' =>
  tags.has(tag) ? 'keep' : silent.has(tag) ? 'drop' : 'unwrap'

/** Whether a link or picture may lead there: by an allowed scheme, or by none. `{{references}}` are filled in later and looked at again then. */
export function safeAddress(address: string): boolean {
  const bare = withoutSpaces(address).replaceAll(/<!--[\s\S]*?-->/g, '')
  const scheme = /^([a-z][a-z0-9.\-+]*):/i.exec(bare)?.[1]
  return scheme === undefined || allowedSchemes.includes(scheme.toLowerCase())
}

/** Browsers read over spaces and control characters in a scheme. */
const withoutSpaces = (text: string) => [...text].filter((character) => character > ' ').join('')

/** What of a `style` stays, written as it is kept: `color:red;margin:0 auto`. */
export function cleanStyle(style: string): string {
  if (/[{}\\]|\/\*/.test(style)) return ''
  return declarations(style)
    .flatMap((declaration) => {
      const at = declaration.indexOf(':')
      const property = declaration.slice(0, at).trim()
      const [, value = '', important] = /^([\s\S]*?)(\s*!\s*important)?$/i.exec(declaration.slice(at + 1).trim()) ?? []
      const plain = value.replaceAll(/\s+/g, ' ')
      return at > 0 && allowsStyle(property, plain) ? [`${property}:${plain}${important ? ' !important' : ''}`] : []
    })
    .join(';')
}

const allowsStyle = (property: string, value: string) =>
  Object.hasOwn(allowedStyles, property) &&
  balanced(value) &&
  (allowedStyles[property]?.some((pattern) => pattern.test(value)) ?? false)

/** Whether quotes and brackets that are opened are closed: with others no style is read to its end. */
function balanced(value: string): boolean {
  const bare = value.replaceAll(/'[^']*'|"[^"]*"/g, '')
  return !/['"]/.test(bare) && !/[()]/.test(bare.replaceAll(/\([^()]*\)/g, ''))
}

/** Splits at semicolons outside of quotes and brackets. */
const declarations = (style: string): string[] => style.match(/(?:'[^']*'|"[^"]*"|\([^()]*\)|[^;])+/g) ?? []

/** Attributes of an element by their names, in their order. */
export type Attributes = Readonly<Record<string, string>>

/** What of an element's attributes stays. */
export function keptAttributes(tag: string, attributes: Iterable<readonly [string, string]>): Attributes {
  const allowed: Record<string, string> = {}
  for (const [name, value] of attributes) {
    if (!allowsAttribute(tag, name) || (value === '' && name !== 'alt')) continue
    if (addressAttributes.includes(name) && !safeAddress(value)) continue
    const clean = name === 'style' ? cleanStyle(value) : value
    if (clean || name === 'alt') allowed[name] = clean
  }
  return tag === 'a' && allowed['target'] ? { ...allowed, rel: foreignLink } : allowed
}

const allowsAttribute = (tag: string, name: string) =>
  (allowedAttributes['*']?.includes(name) ?? false) ||
  (Object.hasOwn(allowedAttributes, tag) && (allowedAttributes[tag]?.includes(name) ?? false))

/** Text as HTML writes it. */
export const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Attributes as HTML writes them, each after a space. */
export const writtenAttributes = (attributes: Attributes): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeText(value).replaceAll('"', '&quot;')}"`)
    .join('')
