import { type Ctx, type Services, announce, inTransaction, jobContext } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { OutgoingError } from '../../../http/outgoing/outgoing.ts'
import type { Jobs } from '../../../jobs/jobs.ts'
import { enqueue } from '../../../jobs/queue.ts'
import { copyPicture } from '../../images/remote.ts'
import * as queries from './queries.ts'

/** Fetched at once: other shops are asked gently. */
const AT_ONCE = 4
const BATCH = 40
/** After which minutes a shop that did not answer is asked again. */
const AGAIN_MINUTES = [1, 5, 30]

/** Copies what imports linked from other shops; what could not be fetched for a passing reason is tried again later. */
export async function copyPicturesJob(
  services: Services,
  { organizationId }: Jobs['products.pictures'],
): Promise<void> {
  const ctx = jobContext(services, organizationId)
  for (;;) {
    const batch = await queries.due(ctx, services.clock.now(), BATCH)
    if (batch.length === 0) break
    // Products that show the same picture come one after another: it is fetched for the first of them.
    const left = [...Map.groupBy(batch, ({ url }) => url).values()]
    const lane = async () => {
      for (let next = left.shift(); next; next = left.shift()) {
        // Another worker goes on from here.
        if (services.stopping.aborted) throw new Error('this process ends')
        for (const picture of next) await copyOne(ctx, picture)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
    announce(ctx, ['products', 'imports'])
  }
  const startAfter = await queries.nextTry(ctx)
  if (startAfter)
    await enqueue(ctx, 'products.pictures', { organizationId }, { key: String(organizationId), startAfter })
}

async function copyOne(ctx: Ctx, picture: queries.RemotePicture): Promise<void> {
  const { services, organizationId } = ctx
  const tries = picture.tries + 1
  try {
    const known = await queries.copies(ctx, [picture.url])
    const copiedUrl = known.get(picture.url) ?? (await copyPicture(services, organizationId, picture.url))
    await inTransaction(ctx, async (ctx) => {
      await queries.replace(ctx, picture, copiedUrl)
      await queries.settle(ctx, picture, { state: 'copied', copiedUrl, reason: '', tries })
    })
  } catch (error) {
    const minutes = error instanceof OutgoingError && error.passing ? AGAIN_MINUTES[picture.tries] : undefined
    if (services.stopping.aborted || !(error instanceof OutgoingError || error instanceof AppError)) throw error
    const reason = error.message
    await queries.settle(
      ctx,
      picture,
      minutes === undefined
        ? { state: 'failed', reason, tries }
        : {
            state: 'waiting',
            reason,
            tries,
            nextTryAt: new Date(services.clock.now().getTime() + minutes * 60_000),
          },
    )
  }
}
