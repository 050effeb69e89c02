import { logout } from '#contract/accounts.ts'
import { ApiError, call, messageOf } from '../call.ts'
import { forgetKept, keptNow } from '../offline/kept-writes.ts'
import { clearSession, sessionUser } from '../session.ts'
import { confirm } from '../ui/dialogs/confirm.tsx'
import { plural } from '../ui/format.ts'
import { toast } from '../ui/dialogs/toast.tsx'

/** Ends the session on both sides and goes to /login (ACC-028, ACC-029), or to the identity provider that ends its own. Nothing of it stays in this browser, so what is not saved yet is asked about. */
export async function signOut(): Promise<void> {
  // The answer takes the cookie away that tells who it was.
  const user = sessionUser()
  const left = keptNow().length
  if (
    left > 0 &&
    !(await confirm({
      title: `Log out and lose ${plural(left, 'unsaved change')}?`,
      body: 'You made them offline, and they’re stored only in this browser. Logging out deletes them.',
      confirm: `Delete ${plural(left, 'change')} and log out`,
      danger: true,
    }))
  )
    return
  let address = '/login'
  try {
    address = (await call(logout)).logoutUrl ?? address
  } catch (error) {
    // A session that the server does not know any more is over already.
    if (!(error instanceof ApiError && error.status === 401)) {
      toast.error('Couldn’t log out. You’re still logged in.', messageOf(error), {
        label: 'Try again',
        run: () => void signOut(),
      })
      return
    }
  }
  if (user) await forgetKept(user.id)
  clearSession()
  location.assign(address)
}
