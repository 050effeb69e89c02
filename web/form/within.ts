/** What stands in an answer under a name; dots lead deeper. */
export const within = (answer: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], answer)

export const textIn = (answer: unknown, path: string): string => {
  const values = within(answer, path)
  return typeof values === 'string' || typeof values === 'number' ? String(values) : ''
}
