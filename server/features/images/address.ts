import type { Services } from '../../context.ts'
import { isKept } from './store.ts'

/**
 * Where a picture of ours is reached now. It was kept under the address of its day; a PUBLIC_URL that was set or changed since makes another.
 * Any other address stays as it is.
 */
export async function addressNow(services: Services, url: string): Promise<string> {
  const { publicUrl } = services.config
  if (url.startsWith(`${publicUrl}/`) || !URL.canParse(url)) return url
  const { pathname } = new URL(url)
  const [, media, folder = '', name = '', ...more] = pathname.split('/')
  const mayBeOurs = media === 'media' && more.length === 0
  return mayBeOurs && (await isKept(services, folder, name)) ? publicUrl + pathname : url
}
