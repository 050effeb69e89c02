import { type RoleId, roleNames, roles } from '#contract/permissions.ts'

/** ORG-053, ORG-058: Employee is the seller's word for Member. */
export const roleChoices = [
  { value: String(roles.admin), label: 'Admin' },
  { value: String(roles.manager), label: 'Manager' },
  { value: String(roles.member), label: 'Employee' },
  { value: String(roles.guest), label: 'Guest' },
]

/** A role by the word that the organization page uses for it. */
export const roleWord = (roleId: number): string =>
  roleChoices.find(({ value }) => value === String(roleId))?.label ?? roleNames[roleId as RoleId] ?? `Role ${roleId}`
