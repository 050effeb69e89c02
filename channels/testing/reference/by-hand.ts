import type { SandboxListing, SimContext, Simulator } from '#sandbox/kit/simulator.ts'
import type { Item, Line, Order, Sale, stateOf } from './state.ts'

type State = ReturnType<typeof stateOf>
type ByHand = Pick<
  Simulator,
  'accounts' | 'listings' | 'addItems' | 'buy' | 'edit' | 'ship' | 'refund' | 'cancel' | 'forget' | 'reset'
>

/** What buyers and the seller do there themselves. */
export function byHand({ store, now, lag, baseUrl }: SimContext, state: State, tell: (sale: Sale) => void): ByHand {
  const own = (account = state.lastAccount()) => state.items(account)
  const itemOf = (sku: string, account?: string): Item => {
    const match = own(account).find((item) => item.sku === sku && item.state !== 'draft')
    if (!match) throw new Error(`${sku} is not for sale.`)
    return match
  }
  const changed = (order: Order) => {
    state.keepOrder(order)
    tell({ account: order.account, type: 'order', ref: order.id })
  }
  const restock = (sku: string, account: string, quantity: number) => {
    const item = own(account).find((candidate) => candidate.sku === sku)
    if (item)
      state.put({ ...item, quantity: item.quantity + quantity, state: item.state === 'sold_out' ? 'live' : item.state })
  }
  const open = ({ quantity, handed, restocked, lost }: Line) => quantity - handed - restocked - lost
  /** Does `work` with the pieces that are meant, all that are left unless lines are named. */
  const change = (
    id: string,
    named: { sku: string; quantity: number }[] | undefined,
    work: (line: Line, pieces: number) => Line,
  ) => {
    const order = state.order(id)
    if (!order) throw new Error(`There is no order ${id}.`)
    const piecesOf = (line: Line) => (named ? (named.find(({ sku }) => sku === line.sku)?.quantity ?? 0) : open(line))
    if (order.lines.some((line) => piecesOf(line) > open(line))) throw new Error('So many pieces are not left.')
    return { ...order, lines: order.lines.map((line) => work(line, piecesOf(line))) }
  }
  const takeOut = (account: string, back: boolean) => (line: Line, pieces: number) => {
    if (back) restock(line.sku, account, pieces)
    return back ? { ...line, restocked: line.restocked + pieces } : { ...line, lost: line.lost + pieces }
  }
  return {
    accounts: state.accounts,
    listings: (account) =>
      own(account).map(
        ({ id, sku, title, price, quantity, state: status }): SandboxListing => ({
          externalId: id,
          sku,
          title,
          price,
          quantity,
          status,
          url: `${baseUrl}/item/${id}`,
        }),
      ),
    addItems(items, account = state.lastAccount()) {
      for (const { sku, title, price, quantity } of items) {
        const item = { ...state.make(account, title), sku, price, quantity }
        state.put({ ...item, state: quantity > 0 ? 'live' : 'sold_out' })
      }
    },
    buy({ lines, payment, buyer }, account) {
      const at = now().toISOString()
      const bought = lines.map(({ sku, quantity }) => {
        const item = itemOf(sku, account)
        if (item.state !== 'live' || item.quantity < quantity) throw new Error(`${item.quantity} of ${sku} are there.`)
        return { item, quantity }
      })
      for (const { item, quantity } of bought) {
        const left = item.quantity - quantity
        state.put({ ...item, quantity: left, state: left > 0 ? 'live' : 'sold_out' })
      }
      const none = { handed: 0, restocked: 0, lost: 0 }
      const order: Order = {
        id: String(state.number('order')),
        account: account ?? state.lastAccount(),
        placed: at,
        seenFrom: new Date(now().getTime() + lag().orders * 1000).toISOString(),
        changed: at,
        cancelled: false,
        payment,
        buyer: buyer?.name ?? 'Sakura Mori',
        lines: bought.map(({ item: { sku, title, price }, quantity }, n) => ({
          ...none,
          id: String(n + 1),
          sku,
          title,
          price,
          quantity,
        })),
      }
      changed(order)
      return { externalOrderId: order.id }
    },
    edit({ sku, quantity, price, title, status }, account) {
      const item = itemOf(sku, account)
      if (status === 'ended') return state.remove(item)
      state.put({
        ...item,
        ...(quantity !== undefined && { quantity, state: quantity > 0 ? 'live' : 'sold_out' }),
        ...(price !== undefined && { price }),
        ...(title !== undefined && { title }),
        ...(status && { state: status }),
      })
      tell({ account: item.account, type: 'stock', ref: item.id })
    },
    ship: ({ externalOrderId, lines }) =>
      changed(change(externalOrderId, lines, (line, pieces) => ({ ...line, handed: line.handed + pieces }))),
    refund: ({ externalOrderId, lines, restock: back }) =>
      changed(change(externalOrderId, lines, takeOut(state.order(externalOrderId)?.account ?? '', back))),
    cancel({ externalOrderId, lines, restock: back }) {
      const order = change(externalOrderId, lines, takeOut(state.order(externalOrderId)?.account ?? '', back))
      changed({ ...order, cancelled: lines === undefined })
    },
    forget() {
      throw new Error('It keeps nothing of buyers.')
    },
    reset: () => store.clear(['item', 'order']),
  }
}
