/** What stands in an answer under a name; dots lead deeper. */
export const within = (answer: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((found, name) => (found as Record<string, unknown> | undefined)?.[name], answer)

export const textIn = (answer: unknown, path: string): string => {
  const found = within(answer, path)
  return typeof found === 'string' || typeof found === 'number' ? String(found) : ''
}
