import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'vite'
import { readConfig } from '../server/config.ts'
import { root } from './lib/run-tool.ts'

// The server starts anew when its sources change, and the browser takes changes of the web as they are saved.
if (existsSync('.env')) process.loadEnvFile('.env')
const { port } = readConfig(process.env)
const webPort = port + 2
const publicUrl = process.env['PUBLIC_URL'] || `http://localhost:${webPort}`

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', `${root}server/launch.ts`], {
  stdio: 'inherit',
  env: { ...process.env, PUBLIC_URL: publicUrl },
})
const api = `http://127.0.0.1:${port}`
const web = await createServer({
  configFile: `${root}vite.config.ts`,
  server: { port: webPort, strictPort: true, proxy: { '^/api/': api, '^/media/': api, '^/webhooks/': api } },
})
await web.listen()

// Vite ends this process at a signal by itself, in its own way; however it ends, the server goes, too.
process.once('exit', () => server.kill('SIGTERM'))
server.once('exit', (code) => process.exit(code ?? 0))
