import { byConnection } from './shop-rows.ts'
import type { SimContext } from './simulator.ts'

/** One merchant of a platform, as a request sees it. */
export interface Env {
  context: SimContext
  merchant: string
}
interface Merchant {
  id: string
  name: string
  /** Counts up over all consents. */
  connected: number
}

/** Reads and writes a platform's merchants. `M` is what it knows about each. */
export function merchantsOf<M extends Merchant>() {
  const merchantRow = ({ context, merchant }: Env): M => {
    const row = context.store.get<M>('merchant', merchant)
    if (!row) throw new Error(`There is no merchant ${merchant}.`)
    return row
  }
  const merchants = (context: SimContext): Env[] =>
    byConnection(context.store.list<M>('merchant')).map(({ id }) => ({ context, merchant: id }))
  return {
    merchantRow,
    saveMerchant: (env: Env, change: Partial<M>): void =>
      env.context.store.put('merchant', env.merchant, { ...merchantRow(env), ...change }),
    /** All merchants; the one that connected last is at the end. */
    merchants,
    /** @param account an id or a name */
    merchantBy: (context: SimContext, account: string): Env | undefined =>
      merchants(context).find((env) => env.merchant === account || merchantRow(env).name === account),
  }
}

/** The rows of a kind that belong to this merchant. */
export const rows = <T extends { merchant: string }>(env: Env, kind: string): T[] =>
  env.context.store.list<T>(kind).filter((row) => row.merchant === env.merchant)
export function row<T extends { merchant: string }>(env: Env, kind: string, id: string): T | undefined {
  const known = env.context.store.get<T>(kind, id)
  return known?.merchant === env.merchant ? known : undefined
}
export const save = <T extends { id: string }>(env: Env, kind: string, value: T): void =>
  env.context.store.put(kind, value.id, value)
export const remove = (env: Env, kind: string, id: string): void => env.context.store.delete(kind, id)
