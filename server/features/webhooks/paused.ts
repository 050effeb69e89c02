import { roles } from '#contract/permissions.ts'
import type { Ctx } from '../../context.ts'
import { queueMail } from '../../mail/queue.ts'
import { webhookMail } from '../../mail/templates.ts'
import { audit } from '../audit.ts'

/** Mails the organization's Admins that an endpoint gets nothing any more, in the transaction that stops it. */
export async function tellPaused(
  ctx: Ctx,
  { id, url }: { id: number; url: string },
  state: 'active' | 'paused' | 'ended',
): Promise<void> {
  await audit(ctx, {
    entity: 'webhook',
    entityId: id,
    action: 'update',
    old: { url, state: 'active' },
    new: { url, state },
  })
  const admins = await ctx.db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.userId')
    .innerJoin('organizations as o', 'o.id', 'm.organizationId')
    .select(['u.email', 'o.displayName as organization'])
    .where('m.organizationId', '=', ctx.organizationId)
    .where('m.status', '=', 'accepted')
    .where('m.roleId', '<=', roles.admin)
    .execute()
  const { publicUrl } = ctx.services.config
  for (const { email, organization } of admins) {
    const mail = webhookMail(publicUrl, { organization, url, isGone: state === 'ended' })
    await queueMail(ctx.services, ctx.db, email, mail, ctx.organizationId)
  }
}
