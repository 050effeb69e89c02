import { faultKinds, type Fault } from './faults.ts'
import type { Lag } from './lag.ts'
import type { Cancellation, Edit, Forgetting, OrderPart, Purchase, SandboxItem, SimRequest } from '../simulator.ts'

/** What a caller got wrong; the message is for people. */
export class Refusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

type Fields = Record<string, unknown>

export function json(request: SimRequest): unknown {
  try {
    return JSON.parse(request.rawBody.toString('utf8'))
  } catch {
    throw new Refusal(400, 'The body is not JSON.')
  }
}
const body = (request: SimRequest): Fields => record(json(request), 'The body')

function record(value: unknown, what: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refusal(400, `${what} must be an object.`)
  return value as Fields
}
function text(from: Fields, name: string): string {
  const value = from[name]
  if (typeof value !== 'string' || value.trim() === '') throw new Refusal(400, `"${name}" must be a text.`)
  return value
}
function whole(from: Fields, name: string, least: number): number {
  const value = from[name]
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > 1_000_000_000)
    throw new Refusal(400, `"${name}" must be a whole number of at least ${least}.`)
  return value
}
function amount(from: Fields, name: string, what = `"${name}"`): number {
  const value = from[name]
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0 || value > 1_000_000_000)
    throw new Refusal(400, `${what} must be a number of at least 0.`)
  return value
}
function oneOf<T extends string>(from: Fields, name: string, known: readonly T[]): T {
  const match = known.find((option) => option === from[name])
  if (match === undefined) throw new Refusal(400, `"${name}" must be one of ${known.join(', ')}.`)
  return match
}
function yesOrNo(from: Fields, name: string): boolean {
  const value = from[name] ?? false
  if (typeof value !== 'boolean') throw new Refusal(400, `"${name}" must be true or false.`)
  return value
}
export function readForgetting(request: SimRequest): Forgetting {
  const from = body(request)
  const address = text(from, 'address')
  if (!URL.canParse(address)) throw new Refusal(400, '"address" must be an address.')
  return { buyer: text(from, 'buyer'), address, token: text(from, 'token') }
}
/** Only what is there is read. */
const optional = <T>(from: Fields, name: string, read: (from: Fields, name: string) => T) =>
  from[name] === undefined ? {} : { [name]: read(from, name) }

function readLines(value: unknown): { sku: string; quantity: number }[] {
  if (!Array.isArray(value) || value.length === 0) throw new Refusal(400, '"lines" must be a list of {sku, quantity}.')
  const lines = value.map((entry, index) => {
    const line = record(entry, `Line ${index + 1}`)
    return { sku: text(line, 'sku'), quantity: line['quantity'] === undefined ? 1 : whole(line, 'quantity', 1) }
  })
  if (new Set(lines.map(({ sku }) => sku)).size !== lines.length)
    throw new Refusal(400, '"lines" may name each SKU once.')
  return lines
}

export function readPurchase(request: SimRequest): Purchase {
  const order = body(request)
  const buyer = order['buyer'] === undefined ? {} : record(order['buyer'], '"buyer"')
  return {
    lines: readLines(order['lines'] ?? [{ sku: text(order, 'sku'), quantity: order['quantity'] }]),
    payment: order['payment'] === undefined ? 'paid' : oneOf(order, 'payment', ['paid', 'pending', 'failed']),
    test: yesOrNo(order, 'test'),
    counter: yesOrNo(order, 'counter'),
    buyer: { ...optional(buyer, 'name', text), ...optional(buyer, 'email', text) },
  }
}

export function readEdit(request: SimRequest): Edit {
  const change = body(request)
  const edit = {
    ...optional(change, 'quantity', (from, name) => whole(from, name, 0)),
    ...optional(change, 'price', amount),
    ...optional(change, 'title', text),
    ...optional(change, 'status', (from, name) => oneOf(from, name, ['live', 'ended', 'hidden'])),
  }
  const sku = text(change, 'sku')
  if (Object.keys(edit).length === 0)
    throw new Refusal(400, 'Say what changes: "quantity", "price", "title" or "status".')
  return { ...edit, sku }
}

export function readPart(request: SimRequest): OrderPart & { restock: boolean } {
  const part = body(request)
  return {
    externalOrderId: text(part, 'externalOrderId'),
    ...optional(part, 'lines', (from, name) => readLines(from[name])),
    restock: yesOrNo(part, 'restock'),
  }
}

export function readCancellation(request: SimRequest): Cancellation {
  const order = body(request)
  return {
    externalOrderId: text(order, 'externalOrderId'),
    ...optional(order, 'reason', text),
    requested: yesOrNo(order, 'requested'),
    ...optional(order, 'lines', (from, name) => readLines(from[name])),
    restock: order['restock'] === undefined || yesOrNo(order, 'restock'),
  }
}

export function readLag(request: SimRequest): Partial<Lag> {
  const lag = body(request)
  const change: Partial<Lag> = {}
  for (const name of ['orders', 'webhooks', 'images', 'stock'] as const)
    if (lag[name] !== undefined) change[name] = amount(lag, name)
  if (Object.keys(change).length === 0)
    throw new Refusal(400, 'Say how late, in seconds: "orders", "webhooks", "images" or "stock".')
  return change
}

export function readAdvance(request: SimRequest): number {
  const seconds = amount(body(request), 'advance')
  if (seconds > 10 * 366 * 86_400) throw new Refusal(400, '"advance" may be ten years at most, in seconds.')
  return seconds
}

export function readItems(request: SimRequest): SandboxItem[] {
  const items = json(request)
  if (!Array.isArray(items) || items.length === 0) throw new Refusal(400, 'The body must be a list of items.')
  return items.map((value, index) => {
    const item = record(value, `Item ${index + 1}`)
    const price = amount(item, 'price', `"price" of item ${index + 1}`)
    return { ...item, sku: text(item, 'sku'), title: text(item, 'title'), price, quantity: whole(item, 'quantity', 0) }
  })
}

/** @param known whether there is such a channel */
export function readFault(request: SimRequest, mustBeKnown: (channel: string) => void): Fault {
  const fault = body(request)
  const channel = text(fault, 'channel')
  mustBeKnown(channel)
  const kind = oneOf(fault, 'kind', faultKinds)
  const rate = fault['rate']
  if (rate === undefined) return { channel, kind, count: fault['count'] === undefined ? 1 : whole(fault, 'count', 1) }
  if (fault['count'] !== undefined) throw new Refusal(400, 'Give either "count" or "rate".')
  if (typeof rate !== 'number' || !(rate >= 0 && rate <= 1))
    throw new Refusal(400, '"rate" must be a number from 0 to 1.')
  return { channel, kind, rate }
}
