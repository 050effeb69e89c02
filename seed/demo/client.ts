import { createHash } from 'node:crypto'
import type { BuiltId } from '#contract/channels/names.ts'
import { clientLogin, createClient, getUserClients } from '#contract/organizations/organizations.ts'
import { login } from '#contract/accounts.ts'
import type { CallInput, CallReply, Endpoint, Envelope } from '#contract/endpoint.ts'
import { createIntegration, exchangeCode, listIntegrations, oauthUrl } from '#contract/integrations/integrations.ts'
import { imageSignature } from '#contract/products/products.ts'

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Somebody who is signed in and uses the API, as a browser would. */
export class Client {
  private readonly url: string
  private cookie = ''

  constructor(url: string) {
    this.url = url
  }

  /** @throws Error with the server's sentence when the answer is not a success */
  async call<E extends Endpoint>(endpoint: E, input?: CallInput<E>): Promise<CallReply<E>> {
    const { params, query, body } = (input ?? {}) as {
      params?: Record<string, unknown>
      query?: Record<string, string>
      body?: unknown
    }
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params?.[name])))
    const search = new URLSearchParams(query).toString()
    const response = await fetch(`${this.url}/api/v2${path}${search && `?${search}`}`, {
      method: endpoint.method,
      headers: { cookie: this.cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const session = response.headers.getSetCookie().find((line) => /^jwt=[^;]/.test(line))
    if (session) this.cookie = session.split(';')[0] ?? ''
    const envelope = (await response.json()) as Envelope<CallReply<E>>
    if (!envelope.success)
      throw new Error(`${endpoint.path}: ${envelope.message} ${JSON.stringify(envelope.fields ?? {})}`)
    return envelope.data as CallReply<E>
  }

  /** Any other request of theirs: a file, a form. */
  send(path: string, init: { method?: string; body?: FormData; signal?: AbortSignal } = {}): Promise<Response> {
    return fetch(`${this.url}/api/v2${path}`, { ...init, headers: { cookie: this.cookie } })
  }

  /** Signs in and into the organization of this name, which is made when it is not there. @returns its id */
  async enter(email: string, password: string, displayName: string): Promise<number> {
    await this.call(login, { body: { email, password: sha256(password) } })
    const known = (await this.call(getUserClients)).find((organization) => organization.displayName === displayName)
    const { id } =
      known ??
      (await this.call(createClient, { body: { name: displayName.replaceAll(/[^A-Za-z0-9]/g, ''), displayName } }))
    await this.call(clientLogin, { body: { clientLoginId: id } })
    return id
  }

  /** Connects a channel through its consent page, unless it is. */
  async connect(name: BuiltId): Promise<void> {
    const known = (await this.call(listIntegrations))[name]
    if (known?.authenticated) return
    if (!known) await this.call(createIntegration, { body: { name } })
    const consent = await this.call(oauthUrl, { params: { channel: name }, query: {} })
    const back = await press(consent)
    // One that begins at the channel is confirmed first.
    const query = back.searchParams.has('state') ? {} : { confirmed: 'yes' as const }
    await this.call(exchangeCode, { params: { channel: name }, query, body: Object.fromEntries(back.searchParams) })
  }

  /** Uploads a picture by a signature, as the browser does. @returns its address */
  async upload(picture: Uint8Array<ArrayBuffer>, name: string): Promise<string> {
    const { apiKey, timestamp, signature, folder, uploadUrl } = await this.call(imageSignature)
    const form = new FormData()
    for (const [field, value] of Object.entries({ api_key: apiKey, timestamp: String(timestamp), signature, folder }))
      form.set(field, value)
    form.set('file', new Blob([picture], { type: 'image/jpeg' }), name)
    const response = await fetch(new URL(uploadUrl, this.url), {
      method: 'POST',
      body: form,
      headers: { cookie: this.cookie },
    })
    const answer = (await response.json()) as { secure_url?: string }
    if (!answer.secure_url)
      throw new Error(`The picture ${name} was not taken: ${response.status} ${JSON.stringify(answer)}`)
    return answer.secure_url
  }
}

/** Presses the first button of a consent page, a plain form. @returns where it sends the browser */
async function press(address: string): Promise<URL> {
  const page = await fetch(address)
  const html = await page.text()
  const read = (tag: string, name: string) =>
    new RegExp(`${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  const form = new URLSearchParams()
  const button = html.match(/<button[^>]*>/)?.[0] ?? ''
  for (const tag of [...(html.match(/<input[^>]*>/g) ?? []), button]) {
    const name = read(tag, 'name')
    if (name) form.set(name, read(tag, 'value') ?? '')
  }
  const action = read(html.match(/<form[^>]*>/)?.[0] ?? '', 'action') ?? address
  const response = await fetch(new URL(action, address), { method: 'POST', body: form, redirect: 'manual' })
  const location = response.headers.get('location')
  if (!location)
    throw new Error(`The consent page ${page.status} sent nobody back: ${response.status} ${html.slice(0, 200)}`)
  return new URL(location, address)
}
