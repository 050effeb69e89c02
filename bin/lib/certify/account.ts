import type { BuiltId } from '#contract/channels/names.ts'
import { channelOf } from '#channels/registry.ts'
import { openRunning } from '../../../server/backup/command.ts'
import type { Config } from '../../../server/config.ts'
import type { Services } from '../../../server/context.ts'
import { openDatabase } from '../../../server/db/connection/open.ts'
import { withConnection } from '../../../server/features/integrations/connections/connections.ts'
import { openServices } from '../../../server/services.ts'
import { StartError } from '../../../server/start-error.ts'
import type { Account } from './certify.ts'

/** An account of a channel that an organization has connected. */
export interface Connectable {
  organizationId: number
  integrationId: number
  name: string
}

/** Opens this installation's data, also while Motto runs on it. @returns how to close it with it */
export async function openInstallation(config: Config): Promise<{ services: Services; close: () => Promise<void> }> {
  const { databaseUrl, listenUrl, dataDir } = config
  const log = (line: string) => console.error(line)
  const database =
    (!databaseUrl && (await openRunning(dataDir))) || (await openDatabase({ databaseUrl, listenUrl, dataDir, log }))
  const { services, stop } = await openServices({
    // It takes no jobs.
    config: { ...config, role: 'api', databasePool: 24, logLevel: 'silent' },
    connection: database.connection,
  }).catch(async (error: unknown) => {
    await database.stop()
    throw error
  })
  return {
    services,
    async close() {
      await stop()
      await database.stop()
    },
  }
}

/** The connected accounts of a channel, of all organizations. */
export async function accountsOf(services: Services, id: BuiltId): Promise<Connectable[]> {
  const rows = await services.database.system
    .selectFrom('integrations')
    .select(['organizationId', 'id', 'accountName', 'shop'])
    .where('channel', '=', id)
    .where('status', '=', 'authenticated')
    .orderBy('id')
    .execute()
  return rows.map(({ organizationId, id: integrationId, accountName, shop }) => ({
    organizationId,
    integrationId,
    name: accountName || shop,
  }))
}

/** @throws StartError when it isn't clear which account is meant */
export function chooseAccount(id: BuiltId, all: readonly Connectable[], number: string | undefined): Connectable {
  const { name } = channelOf(id)
  const list = all.map(({ integrationId, name: account }) => `  --account ${integrationId}   ${account}`).join('\n')
  const chosen = number === undefined ? all : all.filter(({ integrationId }) => String(integrationId) === number)
  const [first] = chosen
  if (first && chosen.length === 1) return first
  if (all.length === 0)
    throw new StartError(`No ${name} account is connected. Start Motto, open Integrations and connect one first.`)
  if (chosen.length > 1) throw new StartError(`Several ${name} accounts are connected. Choose one:\n${list}`)
  throw new StartError(`No connected ${name} account has the number ${number}. Choose one of these:\n${list}`)
}

/** What a walk needs of a connected account. */
export async function accountOf(services: Services, id: BuiltId, key: Connectable): Promise<Account> {
  const row = await services.database
    .forOrganization(key.organizationId)
    .selectFrom('integrations')
    .select(['accessExpiresAt', 'hookedAt', 'hooksProblem'])
    .where('id', '=', key.integrationId)
    .executeTakeFirstOrThrow()
  return {
    channel: channelOf(id),
    connected: (work) => withConnection(services, key, ({ connection }) => work(connection)),
    known: { endsAt: row.accessExpiresAt, notices: { heard: row.hookedAt !== null, problem: row.hooksProblem } },
  }
}
