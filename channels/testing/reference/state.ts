import type { SimAnswer, SimContext } from '#sandbox/kit/simulator.ts'

export interface Item {
  id: string
  account: string
  state: 'draft' | 'live' | 'hidden' | 'sold_out'
  /** '' of a draft that was only begun. */
  sku: string
  title: string
  description: string
  /** Yen. */
  price: number
  quantity: number
  pictures: { url: string; bytes: number }[]
}
export interface Line {
  id: string
  sku: string
  title: string
  /** Yen for one. */
  price: number
  quantity: number
  handed: number
  restocked: number
  lost: number
}
export interface Order {
  id: string
  account: string
  placed: string
  /** When its list shows it. */
  seenFrom: string
  changed: string
  cancelled: boolean
  payment: 'paid' | 'pending' | 'failed'
  buyer: string
  lines: Line[]
}
/** Something that a webhook tells of. */
export interface Sale {
  account: string
  type: 'order' | 'stock'
  ref: string
}

/** What it does not do. */
export class Refused extends Error {
  readonly status: number
  readonly body: { code: string; message: string; field?: string }
  readonly headers: Record<string, string>
  constructor(status: number, body: Refused['body'], headers: Record<string, string>) {
    super(body.message)
    this.status = status
    this.body = body
    this.headers = headers
  }
}
export const no = (
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
  field?: string,
): Refused => new Refused(status, { code, message, ...(field && { field }) }, headers)

export function need(input: unknown, field: string): string {
  if (typeof input !== 'string' || input === '') throw no(422, 'invalid', `The ${field} is missing.`, {}, field)
  return input
}

export const answer = (status: number, body?: unknown, headers: Record<string, string> = {}): SimAnswer => ({
  status,
  headers,
  ...(body === undefined ? {} : { body }),
})

/** Items and orders of all accounts, and what the app has used of its day. */
export function stateOf({ store, now }: SimContext) {
  let used = 0
  let writing = false
  const number = (of: string) => store.nextNumber(of)
  const items = (account: string) => store.list<Item>('item').filter((item) => item.account === account)
  const put = (item: Item) => store.put('item', item.id, item)
  return {
    number,
    items,
    put,
    use: () => ++used,
    setUsed: (calls: number) => void (used = calls),
    isWriting: () => writing,
    setWriting: (is: boolean) => void (writing = is),
    /** The account that connected last. */
    lastAccount: () => store.list<string>('account').at(-1) ?? 'seller-1',
    accounts: () => store.list<string>('account'),
    /** @throws Refused where the account has none such */
    item(account: string, id: string): Item {
      const item = store.get<Item>('item', id)
      if (item?.account !== account) throw no(404, 'not_found', 'There is no such item.')
      return item
    },
    make(account: string, title: string): Item {
      const blank = { sku: '', description: '', price: 0, quantity: 0, pictures: [] }
      const item: Item = { ...blank, id: String(number('item')), account, state: 'draft', title }
      put(item)
      return item
    },
    remove: ({ id }: Item) => store.delete('item', id),
    orders: (account: string) =>
      store.list<Order>('order').filter((order) => order.account === account && order.seenFrom <= now().toISOString()),
    order: (id: string) => store.get<Order>('order', id),
    keepOrder: (order: Order) => store.put('order', order.id, { ...order, changed: now().toISOString() }),
  }
}
