import { type Change, type Watching, changesOf } from './changes.ts'
import type { Operations } from './generated/operations.ts'
import { table } from './generated/table.ts'
import { type CallOptions, type ClientOptions, type Entry, type Input, type Sender, openSender } from './send.ts'

export type OperationName = keyof Operations
export const operationNames = Object.keys(table) as OperationName[]
export type InputOf<N extends OperationName> = Operations[N]['input']
export type ReplyOf<N extends OperationName> = Operations[N]['reply']

type Method<O extends { input: object; reply: unknown }> =
  Record<string, never> extends O['input']
    ? (input?: O['input'], options?: CallOptions) => Promise<O['reply']>
    : (input: O['input'], options?: CallOptions) => Promise<O['reply']>

type Table = typeof table
/** Operations that answer one page of a list. */
export type PagedName = { [N in keyof Table]: Table[N] extends { paged: true } ? N : never }[keyof Table]
type RowOf<N extends PagedName> = ReplyOf<N> extends { data: (infer R)[] } ? R : never

interface Lists {
  /**
   * Reads a list to its end, page by page. `limit` of the query is the size of a page. What is created or deleted meanwhile can move a row to another
   * page.
   */
  each<N extends PagedName>(name: N, input?: InputOf<N>, options?: CallOptions): AsyncGenerator<RowOf<N>, void>
  /**
   * Tells what changed, as it changes, until it is ended: by `break` or by `signal`, which throws its reason. It connects again by itself; what
   * changed meanwhile is then told.
   */
  changes(watching?: Watching): AsyncGenerator<Change, void>
}

export type Client = { [N in OperationName]: Method<Operations[N]> } & Lists

const PAGE = 100

/** A client of one Motto with one API token. @throws TypeError when the url or the token is missing */
export function createClient(options: ClientOptions): Client {
  const sender = openSender(options)
  const endable = <T extends { signal?: AbortSignal }>(call: T = {} as T): T => ({
    ...call,
    signal:
      options.signal && call.signal ? AbortSignal.any([options.signal, call.signal]) : (options.signal ?? call.signal),
  })
  const methods = Object.fromEntries(
    Object.entries<Entry>(table).map(([name, entry]) => [
      name,
      (input?: Input, call?: CallOptions) => sender.send(entry, input, endable(call)),
    ]),
  )
  const each = eachOf(sender)
  const changes = changesOf(sender)
  return {
    ...methods,
    each: (name: PagedName, input?: Input, call?: CallOptions) => each(name, input, endable(call)),
    changes: (watching?: Watching) => changes(endable(watching)),
  } as unknown as Client
}

interface Page {
  data: unknown[]
  items: number
  itemsCapped?: boolean
}

const eachOf = (sender: Sender) =>
  async function* (name: PagedName, input: Input = {}, options?: CallOptions): AsyncGenerator<unknown, void> {
    const limit = Number(input.query?.limit ?? PAGE)
    let offset = Number(input.query?.offset ?? 0)
    for (;;) {
      const page = (await sender.send(
        table[name],
        { ...input, query: { ...input.query, limit, offset } },
        options,
      )) as Page
      yield* page.data
      offset += page.data.length
      if (page.data.length < limit || (offset >= page.items && !page.itemsCapped)) return
    }
  }
