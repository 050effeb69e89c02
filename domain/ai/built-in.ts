import type { GeneratorItem } from '#contract/ai.ts'
import { nameKey } from '../products/attributes/values.ts'
import { valueIn } from '../listings/content/suggest.ts'
import { plainOf } from './guards.ts'

/*
 * The built-in generator: it puts together what is known, and invents nothing.
 */

/** As long as a title may be on every channel. */
const TITLE_CHARS = 80
const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

interface Asked {
  item: GeneratorItem
  type: 'product' | 'template'
  templateFields: readonly string[]
}
/** What a text is put together from: values, or in a template references to them. */
const partsOf = ({ item, type, templateFields }: Asked) =>
  type === 'template'
    ? (templateFields.length ? templateFields : item.attributes.map(({ name }) => name)).map((name) => ({
        name,
        value: `{{${name}}}`,
      }))
    : item.attributes.filter(({ value }) => value.trim())

/** The brand first, then what the other attributes say, as many as fit, then what it is. */
export function composeTitle(request: Asked): string {
  const parts = partsOf(request)
  const isBrand = ({ name }: { name: string }) => nameKey(name) === 'brand'
  const words = [...parts.filter(isBrand), ...parts.filter((part) => !isBrand(part))].map(({ value }) => value.trim())
  const kind = request.item.template.trim()
  const title: string[] = []
  for (const word of new Set(words)) {
    if ([...title, word, kind].filter(Boolean).join(' ').length <= TITLE_CHARS) title.push(word)
  }
  return [...title, kind].filter(Boolean).join(' ').slice(0, TITLE_CHARS)
}

/** The title, the condition, and a list of what is known. HTML. */
export function composeDescription(request: Asked): string {
  const { title, condition } = request.item
  const head = escapeHtml(title.trim() || composeTitle(request))
  const conditionLine = condition.trim() ? `<p>Condition: ${escapeHtml(condition.trim())}</p>` : ''
  const rows = partsOf(request).map(
    ({ name, value }) => `<li><b>${escapeHtml(name)}:</b> ${escapeHtml(value.trim())}</li>`,
  )
  return `<p>${head}</p>${conditionLine}${rows.length ? `<ul>${rows.join('')}</ul>` : ''}`
}

interface Wanted {
  name: string
  options: readonly string[]
}
const escapePattern = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** What a text says of attributes: after their name and a colon, or an option that stands in it as whole words. */
export function readAttributes(demands: readonly Wanted[], title: string, description: string) {
  const lines = [title, ...description.split(/<\/(?:p|li|h\d|td|tr|div)>|<br\s*\/?>|\n/i).map(plainOf)]
  const text = lines.join('\n')
  return demands.flatMap(({ name, options }) => {
    const line = new RegExp(`^\\s*${escapePattern(name.trim())}\\s*:\\s*(.+)$`, 'iu')
    const match = lines.map((textLine) => line.exec(textLine)?.[1]?.trim()).find(Boolean)
    const known =
      options.find((option) => option.toLowerCase() === match?.toLowerCase()) ?? valueIn(match ?? text, options)
    const value = known ?? match
    return value ? [{ name, value }] : []
  })
}
