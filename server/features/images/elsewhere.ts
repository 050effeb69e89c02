import { drives, oneDriveReturn } from '#contract/integrations/drives.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { OutgoingError } from '../../http/outgoing/outgoing.ts'
import { HOURS, limitKey, limitTries } from '../../http/requests/limits.ts'
import type { App } from '../../http/route.ts'
import { takeFolderRoom, takeRoom } from './budget.ts'
import { copyPicture, MOST_BYTES } from './remote.ts'
import { isKept } from './store.ts'

const AN_HOUR = 2000

/** Copies a picture that a seller named by its address. One of our own stays where it is. @throws invalid_input, too_many_requests */
export async function importPicture({ services, organizationId }: Ctx, url: string): Promise<{ url: string }> {
  const folder = String(organizationId)
  const own = `${services.config.publicUrl}/media/${folder}/`
  if (url.startsWith(own) && (await isKept(services, folder, url.slice(own.length)))) return { url }
  await limitTries(services, [{ key: limitKey('import-picture', folder), max: AN_HOUR, seconds: HOURS }])
  const giveBack = [takeRoom(MOST_BYTES)]
  try {
    giveBack.push(takeFolderRoom(folder, MOST_BYTES))
    return { url: await copyPicture(services, organizationId, url) }
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    // Behind the host an address may carry a key.
    services.log.warn(
      { organizationId, host: URL.parse(url)?.host, reason: error.message },
      'an image was not imported',
    )
    throw new AppError('invalid_input', error.message, { fields: { url: error.message }, cause: error })
  } finally {
    for (const back of giveBack) back()
  }
}

/** OneDrive's window ends on a page of ours that loads its script and nothing else. */
export function mountOneDrive({ fastify, services }: App) {
  if (!drives.onedrive.keys.every((key) => services.config.driveKeys[key])) return
  const page = `<!doctype html><meta charset="utf-8"><title>OneDrive</title><script src="${drives.onedrive.scripts[0]}"></script>`
  fastify.get(oneDriveReturn, (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
}
