import { createClient, MottoError } from '../../client/index.ts'
import { type Command, UsageError } from '../command.ts'
import { type Access, configFile, deleteConfig, readAccess, writeConfig } from '../config.ts'

export const accessCommands: Command[] = [
  {
    name: 'login',
    summary: 'Keep the address of Motto and an API token in a file of yours',
    options: { url: { summary: 'Where Motto is; asked for when left out', value: 'URL' } },
    examples: ['motto login', 'motto login --url https://motto.example.com < token.txt'],
    local: true,
    async run({ terminal, text }) {
      const { env, signal, isInteractive, ask, fetch } = terminal
      const url = text('url') ?? env.MOTTO_URL ?? (isInteractive ? await ask('Address of Motto: ') : '')
      if (!url) throw new UsageError('Say where Motto is: motto login --url https://motto.example.com.')
      const token = isInteractive
        ? await ask('API token (Account, then API tokens; it is not shown): ', 'hidden')
        : (await terminal.readInput()).trim()
      if (!/^motto_(pat|org)_[0-9A-Za-z]{36}$/.test(token))
        throw new UsageError('This is not an API token of Motto. Create one in Motto: Account, then API tokens.')
      const access = { url, token }
      await organizationOf(access, { signal, ...(fetch && { fetch }) })
      const file = await writeConfig(env, access)
      await terminal.record({ url, file }, [['Logged in', `${url}, kept in ${file}`]])
    },
  },
  {
    name: 'logout',
    summary: 'Delete the file that motto login wrote; the token stays valid',
    local: true,
    async run({ terminal }) {
      const wasThere = await deleteConfig(terminal.env)
      await terminal.record({ deleted: wasThere }, [
        [
          wasThere ? 'Logged out' : 'Not logged in',
          wasThere ? 'Revoke the token in Motto if nobody needs it.' : configFile(terminal.env),
        ],
      ])
    },
  },
  {
    name: 'status',
    summary: 'Show where Motto is, and whether the token is valid',
    local: true,
    async run({ terminal }) {
      const access = await readAccess(terminal.env)
      const { signal, fetch } = terminal
      const organization = await organizationOf(access, { signal, ...(fetch && { fetch }) })
      const source = terminal.env.MOTTO_TOKEN ? 'the environment' : configFile(terminal.env)
      await terminal.record({ url: access.url, organization: organization ?? null, source }, [
        ['Motto', access.url],
        ['Organization', organization ?? 'The token is valid, and may not read its name.'],
        ['Token', `from ${source}`],
      ])
    },
  },
]

/** Checks a token. @returns its organization's name, where it may read it */
async function organizationOf(access: Access, more: object): Promise<string | undefined> {
  try {
    const motto = createClient({ ...access, ...more })
    return (await motto.getClient()).displayName
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message)
    if (error instanceof MottoError && error.code === 'insufficient_scope') return undefined
    throw error
  }
}
