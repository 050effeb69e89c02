import { type Ctx, type Turn, inTransaction } from '../../context.ts'

/** A request that remembers the parts of it that are saved, however often it is tried. */
export function request(of: Ctx): Turn {
  const parts: Record<string, unknown> = {}
  return {
    request: 'r-1',
    parts,
    mark: (work) => inTransaction(of, work),
    part: async (name, work) => {
      const outcome = await inTransaction(of, work)
      parts[name] = outcome
      return outcome
    },
  }
}
