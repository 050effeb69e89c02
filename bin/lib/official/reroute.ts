import http from 'node:http'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'

/** Where calls to a host go instead; undefined: where they were going. */
type Route = (host: string) => string | undefined

/** Sends what this process asks of channels' own hosts to the sandbox: most client libraries have these hosts built in. */
export function reroute(route: Route): void {
  const plainFetch = globalThis.fetch
  const target = (url: URL): URL | undefined => {
    const base = route(url.hostname)
    return base === undefined ? undefined : new URL(`${base}${url.pathname}${url.search}`)
  }
  globalThis.fetch = (input, init) => {
    const url = target(new URL(input instanceof Request ? input.url : String(input)))
    if (!url) return plainFetch(input, init)
    return plainFetch(input instanceof Request ? new Request(url, input) : url, init)
  }
  const plainRequest = https.request
  const request = (...args: unknown[]): http.ClientRequest => {
    const [first, second, third] = args
    const address = typeof first === 'string' || first instanceof URL ? new URL(first) : undefined
    const options = (address ? (typeof second === 'function' ? {} : (second ?? {})) : first) as https.RequestOptions
    const onResponse = [second, third].find((arg) => typeof arg === 'function') as
      | ((response: http.IncomingMessage) => void)
      | undefined
    const host = address?.hostname ?? options.hostname ?? options.host ?? ''
    const path = options.path ?? `${address?.pathname ?? '/'}${address?.search ?? ''}`
    const url = target(new URL(path, `https://${host}`))
    if (!url) return Reflect.apply(plainRequest, https, args) as http.ClientRequest
    const { agent: _, host: __, ...rest } = options
    return http.request(
      {
        ...rest,
        protocol: 'http:',
        hostname: url.hostname,
        port: url.port,
        path: `${url.pathname}${url.search}`,
      },
      onResponse,
    )
  }
  https.request = request as typeof https.request
  https.get = ((...args: unknown[]) => {
    const sent = request(...args)
    sent.end()
    return sent
  }) as typeof https.get
  syncBuiltinESMExports()
}
