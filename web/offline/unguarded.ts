import type { KeptWrite } from './queue.ts'

/** What a write of listings, or of how templates list, carries so that it writes over nobody. */
const guards = { listingProducts: 'version', listingTemplates: 'updatedAt' }

/** What a write sends once somebody has decided that it stands, whatever others have saved. */
export function unguarded({ input: { body } }: Pick<KeptWrite, 'input'>): unknown {
  if (typeof body !== 'object' || body === null) return body
  const input = body as Readonly<Record<string, unknown>>
  const lists = Object.entries(guards).filter(([list]) => Array.isArray(input[list]))
  return {
    ...body,
    ...Object.fromEntries(
      lists.map(([list, guard]) => [list, (input[list] as object[]).map((item) => ({ ...item, [guard]: undefined }))]),
    ),
  }
}
