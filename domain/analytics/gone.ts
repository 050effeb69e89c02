/** Said where a query names what nothing is called any more: its figures are right, and no answer to what was meant. */
export function goneWords({
  templates,
  attributes,
}: {
  templates: readonly string[]
  attributes: readonly string[]
}): string {
  const names = [
    ...templates.map((name) => `the template “${name}”`),
    ...attributes.map((name) => `the attribute “${name}”`),
  ]
  if (names.length === 0) return ''
  const [they, match] = names.length === 1 ? ['It', 'it matches'] : ['They', 'they match']
  return `Not found: ${names.join(', ')}. ${they} may have been renamed or deleted, so ${match} no orders.`
}
