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
  const [it, counts] = names.length === 1 ? ['it was', 'it'] : ['they were', 'them']
  return `Nothing is called so any more: ${names.join(', ')}. Perhaps ${it} renamed or deleted; nothing counts for ${counts}.`
}
