/** How far a request's time may be from now, in seconds. */
const TOLERANCE_SECONDS = 300

export interface Webhook<T = Record<string, unknown>> {
  /** The same for each repeat of an event: store it, and skip what you have handled. */
  id: string
  type: string
  /** When the change happened, in ISO 8601. */
  timestamp: string
  data: T
}

/** A request that is not from Motto, was changed on its way, or is too old. */
export class WebhookError extends Error {
  override name = 'WebhookError'
}

interface Received {
  /** The webhook's secret: `whsec_…`. While it is replaced, give both. */
  secret: string | readonly string[]
  /** The headers of the request. */
  headers: Headers | Record<string, string | string[] | undefined>
  /** The very bytes that came, as text, before anything parsed them. */
  body: string
  /** The present time; the clock's when left out. */
  now?: Date
}

/** Verifies the signature of a webhook's request and reads its event. @throws WebhookError */
export async function verifyWebhook<T = Record<string, unknown>>(request: Received): Promise<Webhook<T>> {
  const { secret, headers, body, now = new Date() } = request
  const header = (name: string) => {
    const value = headers instanceof Headers ? headers.get(name) : headers[name]
    if (typeof value !== 'string' || value === '') throw new WebhookError(`The header ${name} is missing.`)
    return value
  }
  const id = header('webhook-id')
  const at = header('webhook-timestamp')
  const signatures = header('webhook-signature').split(' ')
  if (!/^\d+$/.test(at) || Math.abs(now.getTime() / 1000 - Number(at)) > TOLERANCE_SECONDS)
    throw new WebhookError('The request is older than five minutes, or from the future.')
  const text = new TextEncoder().encode(`${id}.${at}.${body}`)
  if (!(await isSigned([secret].flat(), signatures, text)))
    throw new WebhookError('No signature fits. The request is not from Motto, or the secret is another one.')
  return { ...(JSON.parse(body) as Omit<Webhook<T>, 'id'>), id }
}

async function isSigned(
  secrets: readonly string[],
  signatures: string[],
  text: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  for (const secret of secrets) {
    const key = await crypto.subtle.importKey('raw', bytesOf(secret.replace(/^whsec_/, '')), HMAC, false, ['verify'])
    for (const signature of signatures) {
      const [version, code] = signature.split(',')
      if (version !== 'v1' || code === undefined || !isBase64.test(code)) continue
      // It compares in constant time.
      if (await crypto.subtle.verify('HMAC', key, bytesOf(code), text)) return true
    }
  }
  return false
}
const isBase64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
const HMAC = { name: 'HMAC', hash: 'SHA-256' }
const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
