import type { SimContext } from './simulator.ts'

/** A code or token that is valid for a while. */
export interface Grant {
  id: string
  /** Milliseconds. */
  expiresAt: number
}

/** Keeps a code or token for so many seconds, and deletes expired ones of its kind. */
export function keepGrant<T extends object>(
  { store, now }: SimContext,
  kind: string,
  id: string,
  o: { seconds: number; values: T },
): T & Grant {
  const time = now().getTime()
  const grant = { ...o.values, id, expiresAt: time + o.seconds * 1000 }
  store.together(() => {
    for (const { id: old, expiresAt } of store.list<Grant>(kind)) if (expiresAt < time) store.delete(kind, old)
    store.put(kind, id, grant)
  })
  return grant
}

/** A code or token that is still valid. */
export function readGrant<T extends object>({ store, now }: SimContext, kind: string, id: string): T | undefined {
  const grant = store.get<T & Grant>(kind, id)
  return grant && grant.expiresAt >= now().getTime() ? grant : undefined
}

/** Reads what is good for one time only: afterwards it is gone. */
export function useGrant<T extends object>(context: SimContext, kind: string, id: string): T | undefined {
  const grant = readGrant<T>(context, kind, id)
  context.store.delete(kind, id)
  return grant
}
