import { lookup as resolveName } from 'node:dns/promises'
import { type Agent, type IncomingMessage, request as plainRequest } from 'node:http'
import { request as safeRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

export interface Address {
  address: string
  family: number
}
/** Decides where a request for an address that a user gave may go. Only tests have another than `publicOnly`. */
export interface Guard {
  resolve(host: string): Promise<Address[]>
  mayReach(address: Address): boolean
  mayUse(port: number): boolean
}

const closed = new BlockList()
/** What is not the public Internet. @see https://www.iana.org/assignments/iana-ipv4-special-registry */
const special4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]
/** Parts of the public range that carry other addresses inside, or are for books. @see https://www.iana.org/assignments/iana-ipv6-special-registry */
const special6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']
const global6 = new BlockList()
for (const [list, type, target] of [
  [special4, 'ipv4', closed],
  [special6, 'ipv6', closed],
  [['2000::/3'], 'ipv6', global6],
] as const)
  for (const net of list) {
    const [address = '', bits] = net.split('/')
    target.addSubnet(address, Number(bits), type)
  }

/** Whether an address belongs to the public Internet. */
export const isPublic = ({ address, family }: Address): boolean =>
  family === 6
    ? global6.check(address, 'ipv6') && !closed.check(address, 'ipv6')
    : family === 4 && !closed.check(address, 'ipv4')

export const publicOnly: Guard = {
  resolve: (host) => resolveName(host, { all: true }),
  mayReach: isPublic,
  mayUse: (port) => port === 80 || port === 443,
}

/** What stores of files call anything; what it is, its bytes tell. */
const ANY_FILE = /^(?:application|binary)\/(?:octet-stream|binary)\b/

/** Why something was not fetched, in a sentence for the seller. */
export class OutgoingError extends Error {
  override name = 'OutgoingError'
  /** It may work later. */
  readonly passing: boolean
  constructor(sentence: string, passing = false) {
    super(sentence)
    this.passing = passing
  }
}

export interface Limits {
  guard: Guard
  maxBytes: number
  /** For everything together, redirects too. */
  timeoutMs: number
  /** What the answer may be, as the beginning of its content type. */
  type: string
  signal?: AbortSignal
}
const MOST_REDIRECTS = 5

/**
 * Fetches an address that a user gave: from the public Internet only, over the very address that was checked, so that no name can lead elsewhere
 * between the check and the request; each redirect is checked anew.
 * @throws OutgoingError
 */
export async function fetchOutside(address: string, limits: Limits): Promise<Buffer> {
  const limit = AbortSignal.timeout(limits.timeoutMs)
  const signal = limits.signal ? AbortSignal.any([limit, limits.signal]) : limit
  let url = readAddress(address)
  try {
    for (let hops = 0; hops <= MOST_REDIRECTS; hops += 1) {
      const answer = await ask(url, await pinned(url, limits.guard), signal, { headers: PICTURE })
      const next = redirectOf(answer)
      if (next === undefined) return await readBody(answer, url.host, limits)
      answer.destroy()
      url = readAddress(next, url)
    }
  } catch (error) {
    if (error instanceof OutgoingError) throw error
    if (signal.aborted) throw new OutgoingError(`${url.host} took too long to answer.`, true)
    throw new OutgoingError(`${url.host} could not be reached.`, true)
  }
  throw new OutgoingError(`${url.host} redirects too many times.`)
}

/** @throws OutgoingError where it is none that a request may go to */
export function readAddress(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href)
  if (!url || !['http:', 'https:'].includes(url.protocol)) throw new OutgoingError('This is not an address on the web.')
  if (url.username || url.password)
    throw new OutgoingError('An address with a name and a password in it is not fetched.')
  return url
}

/** The one address that the request will go to. @throws OutgoingError where any that the name stands for is not allowed */
export async function pinned(url: URL, guard: Guard): Promise<Address> {
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  if (!guard.mayUse(port)) throw new OutgoingError(`${url.host} is not a usual address of a website.`)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  const addresses = family ? [{ address: host, family }] : await guard.resolve(host).catch(() => [])
  const [first] = addresses
  if (!first) throw new OutgoingError(`${url.hostname} does not exist, or cannot be found at the moment.`, true)
  if (!addresses.every((address) => guard.mayReach(address)))
    throw new OutgoingError(`${url.hostname} isn’t publicly accessible, so Motto can’t load it.`)
  return first
}

const PICTURE = { accept: 'image/webp,image/png,image/jpeg' }

interface Asking {
  method?: string
  headers: Record<string, string>
  body?: Buffer
  /** Keeps connections for the requests that follow; each request has its own unless told. */
  agent?: Agent
}

/** Sends one request to an address that was checked; what it answers, a redirect too, is the caller's. */
export function ask(
  url: URL,
  address: Address,
  signal: AbortSignal,
  { method = 'GET', headers, body, agent }: Asking,
): Promise<IncomingMessage> {
  const lookup: LookupFunction = (_host, options, done) =>
    options.all ? done(null, [address]) : done(null, address.address, address.family)
  const send = url.protocol === 'https:' ? safeRequest : plainRequest
  let isAnswered = false
  return new Promise((resolve, reject) => {
    const request = send(
      url,
      { method, lookup, signal, agent: agent ?? false, headers: { 'user-agent': 'Motto', ...headers } },
      (answer) => {
        isAnswered = true
        resolve(answer)
      },
    )
    request.on('error', (error) => {
      // A kept connection was closed over there while this was on its way: it is sent again, over one of its own.
      if (!request.reusedSocket || isAnswered || signal.aborted) return reject(error)
      ask(url, address, signal, { method, headers, ...(body && { body }) }).then(resolve, reject)
    })
    request.end(body)
  })
}

const redirectOf = ({ statusCode = 0, headers }: IncomingMessage): string | undefined =>
  [301, 302, 303, 307, 308].includes(statusCode) ? headers.location : undefined

async function readBody(answer: IncomingMessage, host: string, { maxBytes, type }: Limits): Promise<Buffer> {
  const status = answer.statusCode ?? 0
  const refuse = (sentence: string, passing = false) => {
    answer.destroy()
    return new OutgoingError(sentence, passing)
  }
  if (status < 200 || status > 299)
    throw refuse(`${host} answered ${status}.`, status === 408 || status === 429 || status >= 500)
  const contentType = answer.headers['content-type'] ?? ''
  if (!contentType.startsWith(type) && !ANY_FILE.test(contentType))
    throw refuse(`${host} answered with ${contentType.split(';')[0] || 'nothing'}; expected an image.`)
  const tooLarge = `This image is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB.`
  if (Number(answer.headers['content-length'] ?? 0) > maxBytes) throw refuse(tooLarge)
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > maxBytes) throw refuse(tooLarge)
    parts.push(part)
  }
  return Buffer.concat(parts)
}
