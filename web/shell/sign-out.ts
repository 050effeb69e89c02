import { logout } from '#contract/accounts.ts'
import { ApiError, call, messageOf } from '../call.ts'
import { forgetKept, keptNow } from '../offline/kept-writes.ts'
import { clearSession, sessionUser } from '../session.ts'
import { confirm } from '../ui/dialogs/confirm.tsx'
import { plural } from '../ui/format.ts'
import { toast } from '../ui/dialogs/toast.tsx'

/** Ends the session on both sides and goes to /login (ACC-028, ACC-029). Nothing of it stays in this browser, so what is not saved yet is asked about. */
export async function signOut(): Promise<void> {
  // The answer takes the cookie away that tells who it was.
  const user = sessionUser()
  const left = keptNow().length
  if (
    left > 0 &&
    !(await confirm({
      title: `Sign out without saving ${plural(left, 'change')}?`,
      body: 'They were made without a network and are kept in this browser only. Signing out deletes them.',
      confirm: `Delete ${plural(left, 'change')} and sign out`,
      danger: true,
    }))
  )
    return
  try {
    await call(logout)
  } catch (error) {
    // A session that the server does not know any more is over already.
    if (!(error instanceof ApiError && error.status === 401)) {
      toast.error('You are still signed in.', messageOf(error), { label: 'Try again', run: () => void signOut() })
      return
    }
  }
  if (user) await forgetKept(user.id)
  clearSession()
  location.assign('/login')
}
