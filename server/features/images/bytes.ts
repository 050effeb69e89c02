import type { Services } from '../../context.ts'
import { fetchOutside } from '../../http/outgoing/outgoing.ts'
import { asJpeg } from './pictures.ts'
import { MOST_BYTES, TIMEOUT_MS } from './remote.ts'
import { findPicture } from './store.ts'

/**
 * A picture's bytes for who takes no address: from our own store, else from the public Internet. WebP, which not everybody takes, becomes JPEG.
 * @throws OutgoingError where it cannot be had @throws invalid_input where it is no picture that we can read
 */
export async function pictureBytes(
  services: Services,
  url: string,
): Promise<{ bytes: Uint8Array; type: string; name: string }> {
  const { outgoing: guard, stopping: signal, config } = services
  const own = url.startsWith(`${config.publicUrl}/media/`) ? url.slice(config.publicUrl.length).split('/') : []
  const picture = await findPicture(services, own[2] ?? '', own[3] ?? '')
  const bytes =
    picture?.bytes ??
    (await fetchOutside(url, { guard, maxBytes: MOST_BYTES, timeoutMs: TIMEOUT_MS, type: 'image/', signal }))
  return asJpeg(bytes)
}
