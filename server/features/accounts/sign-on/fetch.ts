import type { CustomFetch } from 'openid-client'
import type { Services } from '../../../context.ts'
import { type Guard, OutgoingError, ask, pinned, readAddress } from '../../../http/outgoing/outgoing.ts'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 1024 * 1024

/** Hosts that the operator opened may be private, answer on any port and without TLS. */
const isOpened = ({ config }: Services, url: URL) => config.ssoHosts.includes(url.host.toLowerCase())

const guardFor = (services: Services, url: URL): Guard =>
  isOpened(services, url) ? { ...services.outgoing, mayReach: () => true, mayUse: () => true } : services.outgoing

/** Asks an identity provider, through the guard of outgoing requests. A redirect is an answer like any other. @throws OutgoingError */
export const providerFetch =
  (services: Services): CustomFetch =>
  async (address, { method, headers, body }) => {
    const url = readAddress(address)
    if (url.protocol !== 'https:' && !isOpened(services, url))
      throw new OutgoingError(`${url.host} is to be asked without TLS.`)
    const form = typeof body === 'string' || body instanceof URLSearchParams ? body.toString() : undefined
    if (body && form === undefined) throw new OutgoingError(`${url.host} is to be sent something else than a form.`)
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    try {
      const message = await ask(url, await pinned(url, guardFor(services, url)), signal, {
        method,
        headers: { ...headers },
        ...(form === undefined ? {} : { body: Buffer.from(form) }),
      })
      const parts: Buffer[] = []
      let bytes = 0
      for await (const part of message as AsyncIterable<Buffer>) {
        bytes += part.length
        if (bytes > MAX_BYTES) throw new OutgoingError(`${url.host} answered with more than 1 MB.`)
        parts.push(part)
      }
      const status = message.statusCode ?? 502
      return new Response(status === 204 || status === 304 ? null : Buffer.concat(parts), {
        status,
        headers: { 'content-type': message.headers['content-type'] ?? '' },
      })
    } catch (error) {
      if (error instanceof OutgoingError) throw error
      const why = signal.aborted ? 'took too long to answer' : 'could not be reached'
      throw new OutgoingError(`${url.host} ${why}.`, true)
    }
  }
