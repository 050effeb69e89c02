import { AppError } from '../../errors.ts'
import type { App } from '../route.ts'

const NOTHING = 'There is nothing at this address.'

/** What an address of the API does take. */
function methodsOf(mounted: App['mounted'], url: string): string[] {
  const path = url.split('?')[0] ?? ''
  const here = [...mounted]
    .filter((e) => new RegExp(`^/api/v2${e.path.replace(/\/$/, '').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`).test(path))
    .map((e) => e.method)
  return here.length === 0 ? [] : [...new Set([...here, ...(here.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])]
}

/**
 * Refuses an address that is nobody's as soon as it is known, so that no body is read for it.
 * @param nothingElse where there are no pages either, as in a worker
 */
export function refuseUnknown({ fastify, mounted }: App, nothingElse = false) {
  fastify.addHook('onRequest', async (request, reply) => {
    // Files of the web are looked for behind `/*`, wherever nothing else is.
    if (!request.is404 && request.routeOptions.url !== '/*') return
    const { method, url } = request
    if (url.startsWith('/api/')) {
      const methods = methodsOf(mounted, url)
      if (methods.length === 0) throw new AppError('not_found', NOTHING)
      void reply.header('allow', methods.join(', '))
      if (method === 'OPTIONS') return reply.status(204).send()
      throw new AppError('method_not_allowed')
    }
    if (nothingElse || (method !== 'GET' && method !== 'HEAD')) throw new AppError('not_found', NOTHING)
  })
}
