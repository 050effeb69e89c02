import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AnyEndpoint, CallInput, CallReply, Envelope } from '#contract/endpoint.ts'

/** An endpoint refused a call of a tool. */
export class CallRefused extends Error {
  readonly code: string
  readonly fields: Record<string, string>
  constructor({ code = 'internal', message, fields = {} }: Envelope<unknown>) {
    super(message)
    this.code = code
    this.fields = fields
  }
}

/** Calls an endpoint with the rights of the request’s token. @throws CallRefused */
export type Call = <E extends AnyEndpoint>(endpoint: E, input?: CallInput<E>) => Promise<CallReply<E>>

/**
 * Calls endpoints as the sender of a request would do over the network: the same checks of token, scope, role, network, rate and input, the same
 * transaction and audit entry. A tool can therefore do nothing that its token cannot.
 */
export const callsOf =
  (fastify: FastifyInstance, { headers: { authorization = '' }, ip }: FastifyRequest): Call =>
  async (endpoint, input) => {
    const { body } = (input ?? {}) as { body?: object }
    const answer = await fastify.inject({
      method: endpoint.method,
      url: addressOf(endpoint, input ?? {}),
      headers: { authorization },
      remoteAddress: ip,
      ...(body !== undefined && { payload: body }),
    })
    const envelope = answer.json<Envelope<CallReply<typeof endpoint>>>()
    if (!envelope.success) throw new CallRefused(envelope)
    return envelope.data as CallReply<typeof endpoint>
  }

const joined = (value: unknown) =>
  (Array.isArray(value) ? value : [value]).map((part) => encodeURIComponent(String(part))).join('+')

function addressOf(endpoint: AnyEndpoint, input: object): string {
  const { params = {}, query = {} } = input as { params?: Record<string, unknown>; query?: Record<string, unknown> }
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined)
  return `/api/v2${path}${pairs.length > 0 ? `?${pairs.map(([name, value]) => `${name}=${joined(value)}`).join('&')}` : ''}`
}
