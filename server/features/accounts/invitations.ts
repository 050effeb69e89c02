const INVITATION_MS = 14 * 24 * 3600 * 1000

/** When an invitation stops holding, unless it is sent again. */
export const expiryOf = (invitedAt: Date) => new Date(invitedAt.getTime() + INVITATION_MS)
/** Those sent at this moment or earlier have expired. */
export const invitedSince = (now: Date) => new Date(now.getTime() - INVITATION_MS)
