import { describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'

const acme = {
  SSO_PROVIDERS: 'acme-west',
  SSO_ACME_WEST_ISSUER: 'https://login.acme.example/realms/shop',
  SSO_ACME_WEST_CLIENT_ID: 'motto',
  SSO_ACME_WEST_CLIENT_SECRET: 'secret',
}
const providerOf = (more: Record<string, string> = {}) => readConfig({ ...acme, ...more }).providers[0]

describe('the settings of identity providers', () => {
  it('are none unless set', () => expect(readConfig({}).providers).toEqual([]))

  it('need issuer, client and secret; the rest has defaults', () => {
    expect(providerOf()).toEqual({
      id: 'acme-west',
      label: 'acme-west',
      issuer: 'https://login.acme.example/realms/shop',
      clientId: 'motto',
      clientSecret: 'secret',
      scopes: [],
      groupsClaim: 'groups',
      groupRoles: [],
      newcomers: 'invited',
      trustsEmails: false,
      endsSession: false,
    })
    for (const name of ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET'])
      expect(() => providerOf({ [`SSO_ACME_WEST_${name}`]: '' })).toThrow(`SSO_PROVIDERS needs SSO_ACME_WEST_${name}`)
  })

  it('map groups to organizations and roles, also groups with a directory’s names', () => {
    const groups = 'cn=admins,ou=shop => North & Light: Admin; staff=>Northlight:guest;'
    expect(providerOf({ SSO_ACME_WEST_GROUP_ROLES: groups })?.groupRoles).toEqual([
      { group: 'cn=admins,ou=shop', organization: 'north & light', roleId: 2 },
      { group: 'staff', organization: 'northlight', roleId: 5 },
    ])
  })

  it.each([
    [{ SSO_PROVIDERS: 'Acme West' }, 'SSO_PROVIDERS must be names of lower-case letters'],
    [{ SSO_PROVIDERS: 'acme-west,acme-west' }, 'names "acme-west" twice'],
    [{ SSO_ACME_WEST_ISSUER: 'http://login.acme.example' }, 'must be an address that begins with https://'],
    [{ SSO_ACME_WEST_ISSUER: 'https://login.microsoftonline.com/common/v2.0' }, 'must name your own tenant'],
    [{ SSO_ACME_WEST_NEWCOMERS: 'all' }, 'must be invited or everyone, not "all"'],
    [{ SSO_ACME_WEST_LOGOUT: 'yes' }, 'must be motto or provider, not "yes"'],
    [{ SSO_ACME_WEST_GROUP_ROLES: 'staff: Admin' }, 'must hold GROUP => ORGANIZATION: ROLE'],
    [{ SSO_ACME_WEST_GROUP_ROLES: 'staff => Shop: Super Admin' }, 'must hold GROUP => ORGANIZATION: ROLE'],
  ])('%j are refused with a sentence', (more, sentence) => expect(() => providerOf(more)).toThrow(sentence))

  it('take http only for a host that is opened', () => {
    const plain = { SSO_ACME_WEST_ISSUER: 'http://login.lan:8443', SSO_HOSTS: 'login.lan:8443' }
    expect(providerOf(plain)?.issuer).toBe('http://login.lan:8443')
  })
})
