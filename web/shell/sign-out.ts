import { logout } from '#contract/accounts.ts'
import { ApiError, call, messageOf } from '../call.ts'
import { clearSession } from '../session.ts'
import { toast } from '../ui/toast.tsx'

/** Ends the session on both sides and goes to /login (ACC-028, ACC-029). */
export async function signOut(): Promise<void> {
  try {
    await call(logout)
  } catch (error) {
    // A session that the server does not know any more is over already.
    if (!(error instanceof ApiError && error.status === 401)) {
      toast.error('You are still signed in.', messageOf(error), { label: 'Try again', run: () => void signOut() })
      return
    }
  }
  clearSession()
  location.assign('/login')
}
