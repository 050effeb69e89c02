import { type Ctx, inTransaction } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { expiryOf } from '../accounts/invitations.ts'
import { findInvitation, invitations, withdraw } from '../accounts/memberships.ts'
import { audit } from '../audit.ts'
import { invite } from './service.ts'

/** Those that wait, oldest first; expired ones can be sent again. */
export async function listInvitations(ctx: Ctx) {
  const now = ctx.services.clock.now()
  return (await invitations(ctx)).map((row) => {
    const expiresAt = expiryOf(row.invitedAt)
    return { ...row, expiresAt, expired: expiresAt <= now }
  })
}

/** @throws not_found, too_many_requests */
export async function resendInvitation(ctx: Ctx, id: number): Promise<void> {
  const waiting = await findInvitation(ctx, id)
  if (!waiting) throw goneError()
  await invite(
    ctx,
    { clientId: ctx.organizationId, userEmail: waiting.email, userRole: waiting.roleId },
    'invite again',
  )
}

/** @throws not_found */
export const withdrawInvitation = (ctx: Ctx, id: number): Promise<void> =>
  inTransaction(ctx, async (inner) => {
    const invitation = await withdraw(inner, id)
    if (!invitation) throw goneError()
    await audit(inner, { entity: 'member', entityId: id, action: 'withdraw invitation', old: invitation })
  })

const goneError = () => new AppError('not_found', 'This invitation was answered or withdrawn meanwhile.')
