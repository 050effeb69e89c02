import { createContext, type ReactNode, use, useState } from 'react'
import { may, type Permission, permissions, type RoleId, roleNames, roles } from '#contract/permissions.ts'
import classes from './may.module.css'
import { useSession } from './session.ts'
import { Callout } from './ui/layout/callout.tsx'

/** Whether who is signed in may do what needs this permission here; the server asks the same table. A session that ends takes nothing away from a page that is open. */
export function useMay(permission: Permission): boolean {
  const now = useSession()
  const [before] = useState(now)
  return may((now ?? before)?.roleId ?? null, permission)
}

const lowestFirst: readonly RoleId[] = [roles.guest, roles.member, roles.manager, roles.admin]

/** Who has a permission in an organization: "Members, Managers and Admins". */
export function whoMay(permission: Permission): string {
  const names = lowestFirst.filter((role) => may(role, permission)).map((role) => `${roleNames[role]}s`)
  return names.length > 1
    ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
    : (names[0] ?? `${roleNames[roles.superAdmin]}s`)
}

const inSentence = (meaning: string) => meaning.charAt(0).toLowerCase() + meaning.slice(1)

/** What a page says to whoever may only look. */
export const LookOnly = ({ needs }: { needs: Permission }) => (
  <Callout>
    You have view-only access. {whoMay(needs)} can {inSentence(permissions[needs].meaning)}.
  </Callout>
)

const WritableHere = createContext(true)

/** Whether the fields around may be changed. What is no form control has to ask. */
export const useWritable = () => use(WritableHere)

/** Fields that only who has the permission may change; everybody else reads them, and is told who may. */
export function Writable({
  needs,
  explains = true,
  children,
}: {
  needs: Permission
  explains?: boolean
  children: ReactNode
}) {
  const allowed = useMay(needs)
  return (
    <>
      {!allowed && explains && (
        <div className={classes.told}>
          <LookOnly needs={needs} />
        </div>
      )}
      <fieldset className={classes.fields} role="none" disabled={!allowed}>
        <WritableHere value={allowed}>{children}</WritableHere>
      </fieldset>
    </>
  )
}
