import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'

const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]'])
const isLoopbackAddress = (address: string | undefined) =>
  /^(::ffff:)?127(\.\d{1,3}){3}$/.test(address ?? '') || address === '::1'
/** What a proxy or a tunnel adds to what it passes on. */
const forwarding = /^(forwarded|via|x-real-ip|true-client-ip|cf-connecting-ip|x-forwarded(-.*)?)$/

/**
 * Whether a browser on the machine that Motto runs on sent this request itself: its connection comes from loopback, nothing passed it on, and
 * the address it asked for is the loopback one that Motto is known by. Each alone could be somebody else: a proxy on this machine, a
 * name of another site that leads here. What is done for such a request is done for whoever sits at the machine.
 */
export function isAtThisMachine({ publicUrl }: Pick<Config, 'publicUrl'>, request: FastifyRequest): boolean {
  const own = new URL(publicUrl)
  const { headers } = request
  return (
    loopbackNames.has(own.hostname) &&
    isLoopbackAddress(request.raw.socket.remoteAddress) &&
    !Object.keys(headers).some((name) => forwarding.test(name)) &&
    isLoopbackHost(headers.host) &&
    (headers.origin === undefined || isLoopbackHost(hostOf(headers.origin)))
  )
}

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : '')
const isLoopbackHost = (host: string | undefined) =>
  host !== undefined && URL.canParse(`http://${host}`) && loopbackNames.has(new URL(`http://${host}`).hostname)
