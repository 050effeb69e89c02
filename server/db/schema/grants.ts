import { type Kysely, sql } from 'kysely'
import { StartError } from '../../start-error.ts'

interface Rights {
  owner: string
  database: string
  isSuperuser: boolean
  mayCreateRoles: boolean
  /** Whether it may make itself a member of the role that exists. */
  mayJoin: boolean
  roleExists: boolean
  isMember: boolean
  limitedExists: boolean
  isLimitedMember: boolean
  limitedIsMember: boolean
  /** In this database: of schemas, and of the extension, which is one that needs no superuser. */
  mayCreateSchemas: boolean
  mayCreateTables: boolean
  hasTrigrams: boolean
  hasQueue: boolean
}

/**
 * Databases of a hosting provider often have an owner who may neither make roles nor add extensions. An administrator can do that once.
 * @throws StartError with the statements to run, where the user of the connection lacks a right that the schema needs
 */
export async function refuseMissingGrants(db: Kysely<unknown>): Promise<void> {
  const {
    rows: [rights],
  } = await sql<Rights>`
    select current_user::text as owner, current_database()::text as database, r.rolsuper as "isSuperuser",
      r.rolcreaterole as "mayCreateRoles", app.oid is not null as "roleExists",
      -- From PostgreSQL 16 on, who may create roles may grant only those that are theirs to give.
      coalesce(pg_has_role(current_user, app.oid, 'member with admin option'), false)
        or r.rolcreaterole and current_setting('server_version_num')::int < 160000 as "mayJoin",
      coalesce(pg_has_role(current_user, app.oid, 'member'), false) as "isMember",
      limited.oid is not null as "limitedExists", coalesce(pg_has_role(current_user, limited.oid, 'member'), false) as "isLimitedMember",
      coalesce(pg_has_role(limited.oid, app.oid, 'usage'), false) as "limitedIsMember",
      has_database_privilege(current_database(), 'create') as "mayCreateSchemas",
      has_schema_privilege('public', 'create') as "mayCreateTables",
      exists (select from pg_extension where extname = 'pg_trgm') as "hasTrigrams",
      exists (select from pg_namespace where nspname = 'jobs') as "hasQueue"
    from pg_roles r left join pg_roles app on app.rolname = 'motto_app' left join pg_roles limited on limited.rolname = 'motto_limited' where r.rolname = current_user`.execute(
    db,
  )
  if (!rights || rights.isSuperuser) return
  const missing = missingGrants(rights)
  if (missing.length === 0) return
  throw new StartError(
    [
      `The database user ${rights.owner} lacks rights that Motto needs. Have an administrator run this in the database ${rights.database}, then start Motto again:`,
      ...missing.map((statement) => `  ${statement};`),
    ].join('\n'),
  )
}

function missingGrants(rights: Rights): string[] {
  const owner = quoted(rights.owner)
  const createsRole = rights.mayCreateRoles && !rights.roleExists
  return [
    ...(rights.roleExists || createsRole ? [] : ['create role motto_app nologin']),
    ...(rights.isMember || rights.mayJoin || createsRole ? [] : [`grant motto_app to ${owner}`]),
    // An administrator who makes one of the two roles makes both.
    ...(rights.limitedExists || rights.mayCreateRoles ? [] : ['create role motto_limited nologin']),
    ...(rights.limitedIsMember || rights.mayJoin || createsRole ? [] : ['grant motto_app to motto_limited']),
    ...(rights.isLimitedMember || rights.mayCreateRoles ? [] : [`grant motto_limited to ${owner}`]),
    ...(rights.hasTrigrams || rights.mayCreateSchemas ? [] : ['create extension pg_trgm']),
    ...(rights.hasQueue || rights.mayCreateSchemas ? [] : [`create schema jobs authorization ${owner}`]),
    ...(rights.mayCreateTables ? [] : [`grant create, usage on schema public to ${owner}`]),
  ]
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
