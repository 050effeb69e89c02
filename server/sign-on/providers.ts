import { type RoleId, roles } from '#contract/permissions.ts'
import { ConfigError } from '../settings.ts'

/** A group of the provider, and the role that it gives in an organization. */
export interface GroupRole {
  group: string
  /** The organization's name, in lower case. */
  organization: string
  roleId: RoleId
}

/** An identity provider that speaks OpenID Connect. */
export interface Provider {
  /** Part of its redirect address: lower-case letters, digits and hyphens. */
  id: string
  label: string
  issuer: string
  clientId: string
  clientSecret: string
  /** What is asked for beside openid, email and profile. */
  scopes: string[]
  groupsClaim: string
  groupRoles: GroupRole[]
  /** Who may come that has no account: people who were invited, or everybody whom the provider lets in. */
  newcomers: 'invited' | 'everyone'
  /** Its emails count as verified though it does not say so. */
  trustsEmails: boolean
  /** Logging out of Motto ends the session there, too. */
  endsSession: boolean
}

const roleNames: Readonly<Record<string, RoleId>> = {
  admin: roles.admin,
  manager: roles.manager,
  member: roles.member,
  guest: roles.guest,
}
const EXAMPLE_ROLES = 'shop-admins => Northlight: Admin; shop-staff => Northlight: Member'
/** Everybody with a Microsoft account: no company answers for these. */
const anyMicrosoft = /^https:\/\/login\.microsoftonline\.com\/(?:common|organizations|consumers)\b/

/**
 * Reads the providers named in `SSO_PROVIDERS`, each from settings of its own.
 * @param hosts that may be asked by http and in a private network
 * @throws ConfigError at the first that cannot be used
 */
export function readProviders(env: NodeJS.ProcessEnv, names: string | undefined, hosts: readonly string[]): Provider[] {
  const ids = (names ?? '').split(',').flatMap((name) => name.trim() || [])
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice) throw new ConfigError(`SSO_PROVIDERS names "${twice}" twice: for example SSO_PROVIDERS=okta,google.`)
  return ids.map((id) => readProvider(env, id, hosts))
}

function readProvider(env: NodeJS.ProcessEnv, id: string, hosts: readonly string[]): Provider {
  const named = (name: string) => `SSO_${id.toUpperCase().replaceAll('-', '_')}_${name}`
  const read = (name: string) => env[named(name)]?.trim() || undefined
  const need = (name: string, example: string) => {
    const value = read(name)
    if (value) return value
    throw new ConfigError(`SSO_PROVIDERS needs ${named(name)}, too: for example ${named(name)}=${example}.`)
  }
  const choice = <T extends string>(name: string, choices: readonly [T, T]): T => {
    const value = read(name) ?? choices[0]
    const chosen = choices.find((candidate) => candidate === value)
    if (chosen) return chosen
    throw new ConfigError(
      `${named(name)} must be ${choices.join(' or ')}, not "${value}": for example ${named(name)}=${choices[1]}.`,
    )
  }
  return {
    id,
    label: read('LABEL') ?? id,
    issuer: readIssuer(named('ISSUER'), need('ISSUER', 'https://login.example.com'), hosts),
    clientId: need('CLIENT_ID', 'motto'),
    clientSecret: need('CLIENT_SECRET', 'the-secret-from-its-console'),
    scopes: (read('SCOPES') ?? '').split(/\s+/).filter(Boolean),
    groupsClaim: read('GROUPS_CLAIM') ?? 'groups',
    groupRoles: readGroupRoles(named('GROUP_ROLES'), read('GROUP_ROLES')),
    newcomers: choice('NEWCOMERS', ['invited', 'everyone']),
    trustsEmails: choice('TRUST_EMAILS', ['off', 'on']) === 'on',
    endsSession: choice('LOGOUT', ['motto', 'provider']) === 'provider',
  }
}

function readIssuer(name: string, issuer: string, hosts: readonly string[]): string {
  const url = URL.parse(issuer)
  const isPlain = url?.protocol === 'http:' && hosts.includes(url.host.toLowerCase())
  if (!url || url.search || url.hash || !(url.protocol === 'https:' || isPlain))
    throw new ConfigError(
      `${name} must be an address that begins with https://, without ? and # (http:// only for a host in SSO_HOSTS), not "${issuer}": for example ${name}=https://login.example.com.`,
    )
  if (anyMicrosoft.test(issuer))
    throw new ConfigError(
      `${name} must name your own tenant, as "${issuer}" lets everybody in: for example ${name}=https://login.microsoftonline.com/your-tenant-id/v2.0.`,
    )
  return issuer
}

function readGroupRoles(name: string, text: string | undefined): GroupRole[] {
  const lines = (text ?? '').split(';').flatMap((line) => line.trim() || [])
  return lines.map((line) => {
    const [, group = '', organization = '', role = ''] = /^(.+?)\s*=>\s*(.+?)\s*:\s*(\w+)$/.exec(line) ?? []
    const roleId = roleNames[role.toLowerCase()]
    if (roleId === undefined)
      throw new ConfigError(
        `${name} must hold GROUP => ORGANIZATION: ROLE, with Admin, Manager, Member or Guest, separated by semicolons, not "${line}": for example ${name}=${EXAMPLE_ROLES}.`,
      )
    return { group, organization: organization.toLowerCase(), roleId }
  })
}
