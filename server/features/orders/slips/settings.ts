import type { SlipSettings } from '#contract/orders/slips.ts'
import type { Ctx } from '../../../context.ts'
import { invalid } from '../../../errors.ts'
import { audit } from '../../audit.ts'
import { asLogo } from '../../images/pictures.ts'
import { findPicture, isKept } from '../../images/store.ts'

const NONE: SlipSettings = { returnAddress: '', logo: '' }

export const settings = async (ctx: Ctx): Promise<SlipSettings> =>
  (await ctx.db
    .selectFrom('slipSettings')
    .select(['returnAddress', 'logo'])
    .where('organizationId', '=', ctx.organizationId)
    .executeTakeFirst()) ?? NONE

/** @throws invalid_input */
export async function saveSettings(ctx: Ctx, change: SlipSettings): Promise<SlipSettings> {
  const picture = keptAt(change.logo)
  const isOwn = picture?.folder === String(ctx.organizationId)
  const isUsable = ctx.services.config.mediaUrl || (isOwn && (await isKept(ctx.services, picture.folder, picture.name)))
  if (change.logo && !isUsable) throw invalid('logo', 'Upload the logo here.')
  const before = await settings(ctx)
  await ctx.db
    .insertInto('slipSettings')
    .values({ organizationId: ctx.organizationId, ...change })
    .onConflict((c) => c.column('organizationId').doUpdateSet(change))
    .execute()
  await audit(ctx, { entity: 'organization', entityId: ctx.organizationId, action: 'update', old: before, new: change })
  return change
}

/** Where our own store keeps an image; none for another host's. */
function keptAt(url: string): { folder: string; name: string } | undefined {
  if (!URL.canParse(url)) return undefined
  const [, media, folder = '', name = '', ...more] = new URL(url).pathname.split('/')
  return media === 'media' && more.length === 0 ? { folder, name } : undefined
}

/** The logo as a document shows it. One that an image host keeps is not in it: the document is made without a network. */
export async function logoOf(ctx: Ctx, { logo }: SlipSettings): Promise<Uint8Array | null> {
  const picture = keptAt(logo)
  const file = picture && (await findPicture(ctx.services, picture.folder, picture.name))
  return file ? asLogo(file.bytes) : null
}
