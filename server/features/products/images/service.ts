import type { HandlerReply } from '#contract/endpoint.ts'
import type { productPictures } from '#contract/products/images.ts'
import { type Ctx, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { readHost } from '../../../http/outgoing/image-host.ts'
import { enqueue } from '../../../jobs/queue.ts'
import * as products from '../queries.ts'
import * as queries from './queries.ts'

/** How many failures are listed. */
const TOLD = 50

const copySoon = (ctx: Ctx) =>
  enqueue(ctx, 'products.pictures', { organizationId: ctx.organizationId }, { key: String(ctx.organizationId) })

/** Has the pictures that a change set's products show from elsewhere copied into our own store, in the background. */
export async function copyRemote(ctx: Ctx, changeSetId: number): Promise<void> {
  const { mediaUrl } = ctx.services.config
  const host = mediaUrl ? `https://res.cloudinary.com/${readHost(mediaUrl).name}/` : undefined
  if ((await queries.note(ctx, changeSetId, host)) > 0) await copySoon(ctx)
}

/** Our own copies of pictures of another shop that were copied before, by their address there. */
export const copiesOf = queries.copies

type Standing = HandlerReply<typeof productPictures>

async function standing(ctx: Ctx, whose: queries.Whose): Promise<Standing> {
  const [counted, failures] = await Promise.all([queries.counts(ctx, whose), queries.failures(ctx, whose, TOLD)])
  const count = (state: string) => Number(counted.find((c) => c.state === state)?.n ?? 0)
  return { waiting: count('waiting'), copied: count('copied'), failed: count('failed'), failures }
}

/** @throws not_found */
async function mustBe(ctx: Ctx, productId: number): Promise<void> {
  if (!(await products.find(ctx, productId))) throw new AppError('not_found')
}

/** @throws not_found */
export async function ofProduct(ctx: Ctx, productId: number): Promise<Standing> {
  await mustBe(ctx, productId)
  return standing(ctx, { productId })
}

export const ofChangeSet = (ctx: Ctx, changeSetId: number): Promise<Standing> => standing(ctx, { changeSetId })

/** @throws not_found */
export const retry = (ctx: Ctx, productId: number) =>
  inTransaction(ctx, async (ctx) => {
    await mustBe(ctx, productId)
    await queries.wait(ctx, productId)
    await copySoon(ctx)
    return { ok: true as const }
  })
