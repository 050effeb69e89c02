import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { SimAnswer, SimRequest } from '../simulator.ts'

/** One call and its answer, as they are kept: what is not text stays out. */
export interface Exchange {
  channel: string
  method: string
  /** As on the channel, with its query. */
  path: string
  headers: Record<string, string>
  /** At most one of the three: what was sent. */
  json?: unknown
  form?: Record<string, string | string[]>
  /** The texts of a form's parts; of a file, its name. */
  parts?: Record<string, string>
  status: number
  /** Parsed when it is JSON; an empty text when there was none. */
  answer: unknown
}

/** Of calls that look alike, so many tell enough. */
const ALIKE = 5

/**
 * Keeps what is said between an app and the channels in files of a folder, one exchange a line, so that it can be held against the channels' published
 * descriptions afterwards. Calls that look alike (same path, same status, same names of fields) are kept five times.
 */
export class Traffic {
  readonly #file: string
  readonly #seen = new Map<string, number>()

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true })
    this.#file = join(folder, `${process.pid}.jsonl`)
  }

  /** @param query as it was asked, with its `?` */
  add(channel: string, request: SimRequest, query: string, { status, body }: SimAnswer): void {
    const sent = bodyOf(request)
    const answer = Buffer.isBuffer(body) ? '(bytes)' : (body ?? '')
    const looks = [
      channel,
      request.method,
      pathOf(request.path),
      queryOf(request),
      status,
      looksOf(sent),
      looksOf(answer),
    ]
    const key = createHash('sha256').update(JSON.stringify(looks)).digest('base64')
    const times = (this.#seen.get(key) ?? 0) + 1
    this.#seen.set(key, times)
    if (times > ALIKE) return
    const { method, path, headers } = request
    const exchange: Exchange = { channel, method, path: `${path}${query}`, headers, ...sent, status, answer }
    // At once: whoever kills this process does not lose what was said.
    appendFileSync(this.#file, `${JSON.stringify(exchange)}\n`)
  }
}

/** Names and numbers of things in a path are like others of their kind. */
const pathOf = (path: string) =>
  path
    .split('/')
    .map((part) => (/\d|%|.{24}/.test(part) && !/^v\d+$/.test(part) ? '*' : part))
    .join('/')
const queryOf = ({ query }: SimRequest) => [...new Set(query.keys())].toSorted()

/** The names of all fields, with the kinds of their values. A question in GraphQL is told apart by its text. */
function looksOf(value: unknown): unknown {
  if (typeof value === 'string') return /^\s*(query|mutation)\b/.test(value) ? value : 'text'
  if (Array.isArray(value)) return [...new Set(value.map((element) => JSON.stringify(looksOf(element))))].toSorted()
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [/\d/.test(name) ? '*' : name, looksOf(member)]),
  )
}

function bodyOf({ headers, rawBody }: SimRequest): Pick<Exchange, 'json' | 'form' | 'parts'> {
  if (rawBody.length === 0) return {}
  const type = headers['content-type'] ?? ''
  if (type.startsWith('application/x-www-form-urlencoded')) {
    const form = new URLSearchParams(rawBody.toString('utf8'))
    return {
      form: Object.fromEntries(
        [...new Set(form.keys())].map((name) => {
          const values = form.getAll(name)
          return [name, values.length > 1 ? values : (values[0] ?? '')]
        }),
      ),
    }
  }
  if (type.startsWith('multipart/form-data')) return { parts: partsOf(rawBody.toString('latin1')) }
  try {
    return { json: JSON.parse(rawBody.toString('utf8')) as unknown }
  } catch {
    return { json: rawBody.toString('utf8') } // no description lets a text be sent: whoever reads this is told
  }
}

const utf8 = (bytes: string) => Buffer.from(bytes, 'latin1').toString('utf8')

/** @param body a character for each byte, as files have bytes that are no text */
function partsOf(body: string): Record<string, string> {
  const boundary = body.slice(0, body.indexOf('\r\n'))
  return Object.fromEntries(
    body.split(boundary).flatMap((part) => {
      const [head = '', ...rest] = part.split('\r\n\r\n')
      const name = / name="([^"]*)"/.exec(head)?.[1]
      if (name === undefined) return []
      const file = / filename="([^"]*)"/.exec(head)?.[1]
      return [[name, utf8(file ?? rest.join('\r\n\r\n').replace(/\r\n$/, ''))]]
    }),
  )
}
