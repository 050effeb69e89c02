import { AccountPage } from '#web/features/accounts/account-page.tsx'
import { NotificationsCard } from '#web/features/notifications/notifications-card.tsx'
import { useSession } from '#web/session.ts'

/** The account page with what other areas put on it. */
export function Account() {
  const user = useSession()
  const organization = user?.clientId ? (user.clientName ?? 'your organization') : undefined
  return <AccountPage more={organization && <NotificationsCard organization={organization} />} />
}
