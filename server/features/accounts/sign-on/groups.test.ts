import { describe, expect, it } from 'vitest'
import { getClient } from '#contract/organizations/organizations.ts'
import { makeMember, makeOrganization, makeSeller, makeUser } from '#seed/make.ts'
import { newBrowser, newPerson, signingOn } from '#server/testing/sign-on/signing-on.ts'
import { rolesFor } from './groups.ts'

const { app, provider, signOn, whoIs } = signingOn()
const system = () => app().services.database.system
let organization: { id: number } | undefined
/** The one that the settings name. Its Admin is somebody else. */
async function lighthouse(): Promise<number> {
  if (!organization) {
    organization = await makeOrganization(app().services, { displayName: 'Lighthouse' })
    await makeMember(app().services, organization.id, (await makeUser(app().services)).id, 2)
  }
  return organization.id
}
const roleOf = async (userId = 0, organizationId?: number) =>
  (
    await system()
      .selectFrom('members')
      .select('roleId')
      .where('organizationId', '=', organizationId ?? (await lighthouse()))
      .where('userId', '=', userId)
      .where('status', '=', 'accepted')
      .executeTakeFirst()
  )?.roleId
const actionsOf = async (userId = 0) =>
  (
    await system()
      .selectFrom('auditEntries')
      .select('action')
      .where('organizationId', '=', await lighthouse())
      .where('entity', '=', 'member')
      .where('entityId', '=', userId)
      .orderBy('id')
      .execute()
  ).map(({ action }) => action)
const enter = async (person: Parameters<typeof signOn>[0]) => {
  const browser = newBrowser()
  const answer = await signOn(person, 'groups', browser)
  return { answer, browser, userId: (await whoIs(browser))?.id }
}

it('the highest role of all groups counts, per organization', () => {
  const groupRoles = [
    { group: 'staff', organization: 'a', roleId: 4 },
    { group: 'leads', organization: 'a', roleId: 3 },
    { group: 'staff', organization: 'b', roleId: 5 },
  ] as const
  expect(rolesFor({ groupRoles: [...groupRoles] }, ['staff', 'leads'])).toEqual(
    new Map([
      ['a', 3],
      ['b', 5],
    ]),
  )
  expect(rolesFor({ groupRoles: [...groupRoles] }, ['Staff'])).toEqual(new Map())
})

describe('groups of a provider', () => {
  it('give a role, change it and take it at every login, with an entry in the audit log', async () => {
    await lighthouse()
    const person = newPerson({ groups: ['staff'] })
    const { userId, browser } = await enter(person)
    expect((await app().call(getClient, { as: browser.cookie })).body.data?.id).toBe(await lighthouse())
    expect(await roleOf(userId)).toBe(4)
    await enter({ ...person, groups: ['staff', 'office'] })
    expect(await roleOf(userId)).toBe(3)
    await enter({ ...person, groups: ['office'] })
    const left = await enter({ ...person, groups: ['strangers'] })
    expect(left.answer.body).toMatchObject({
      code: 'sign_on_refused',
      message: 'None of your groups at Acme has a role in Motto. Ask an Admin to add you to a group or to invite you.',
    })
    expect(await roleOf(userId)).toBeUndefined()
    expect((await app().call(getClient, { as: browser.cookie })).status).toBe(401)
    expect(await actionsOf(userId)).toEqual(['join by group', 'change role by group', 'leave by group'])
  })

  it('name an organization by its number as well, which stays when its name changes', async () => {
    const { organization: other } = await makeSeller(app().services)
    const settings = app().services.config.providers.find(({ id }) => id === 'groups')
    settings?.groupRoles.push({ group: 'numbered', organization: `#${other.id}`, roleId: 3 })
    await system()
      .updateTable('organizations')
      .set({ name: `renamed-${other.id}` })
      .where('id', '=', other.id)
      .execute()
    const person = newPerson({ groups: ['numbered'] })
    const { userId } = await enter(person)
    expect(await roleOf(userId, other.id)).toBe(3)
    await enter({ ...person, groups: ['staff'] })
    expect(await roleOf(userId, other.id)).toBeUndefined()
  })

  it('make no account for a newcomer without a role', async () => {
    const person = newPerson({ groups: ['strangers'] })
    expect((await enter(person)).answer.body.code).toBe('sign_on_refused')
    expect(
      await system()
        .selectFrom('users')
        .select('id')
        .where('email', '=', person.email ?? '')
        .execute(),
    ).toEqual([])
  })

  it('leave a membership alone that no group gave', async () => {
    const { organization: other } = await makeSeller(app().services)
    const person = newPerson({ groups: ['staff'] })
    const { userId } = await enter(person)
    await makeMember(app().services, other.id, userId ?? 0, 3)
    await enter({ ...person, groups: [] })
    expect(await roleOf(userId, other.id)).toBe(3)
    expect(await roleOf(userId)).toBeUndefined()
  })

  it('never demote or remove the last Admin', async () => {
    const person = newPerson({ groups: ['admins'] })
    const { userId } = await enter(person)
    await system()
      .updateTable('members')
      .set({ roleId: 4 })
      .where('organizationId', '=', await lighthouse())
      .where('userId', '!=', userId ?? 0)
      .execute()
    for (const groups of [['staff'], []]) {
      expect((await enter({ ...person, groups })).answer.status).toBe(200)
      expect(await roleOf(userId)).toBe(2)
    }
    await makeMember(app().services, await lighthouse(), (await makeUser(app().services)).id, 2)
    await enter({ ...person, groups: ['staff'] })
    expect(await roleOf(userId)).toBe(4)
  })

  it('that the provider keeps back change nothing and let nobody in', async () => {
    const person = newPerson({ groups: ['staff'] })
    const { userId } = await enter(person)
    provider().claims = { groups: undefined, _claim_names: { groups: 'src1' } }
    const { answer } = await enter({ ...person, groups: undefined })
    expect(answer.body.message).toContain('Acme didn’t send your groups because you are in too many')
    expect(await roleOf(userId)).toBe(4)
  })
})
