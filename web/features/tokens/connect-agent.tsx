import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { Icon } from '#web/ui/images/icon.tsx'
import { Card } from '#web/ui/layout/page.tsx'
import classes from './tokens.module.css'

/** Settings of an agent that connects here. @param origin where Motto is reached */
export const agentSettings = (origin: string): string =>
  JSON.stringify(
    {
      mcpServers: {
        motto: { type: 'http', url: `${origin}/mcp`, headers: { Authorization: 'Bearer YOUR_TOKEN' } },
      },
    },
    null,
    2,
  )

/** How an AI agent is connected: its settings, to be copied. */
export function ConnectAgent() {
  const clipboard = useClipboard()
  const settings = agentSettings(window.location.origin)
  return (
    <Card title="Connect an AI agent">
      <div className="stack">
        <p className="muted">
          Create a token used by an AI agent. Then add this to the agent’s settings for MCP servers, with your token in
          place of YOUR_TOKEN. Every change it makes is previewed and can be undone.
        </p>
        <pre className={classes.snippet}>{settings}</pre>
        <div className="row">
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon name={clipboard.copied ? 'check' : 'copy'} />}
            onClick={() => clipboard.copy(settings)}
          >
            {clipboard.copied ? 'Copied' : 'Copy settings'}
          </Button>
        </div>
      </div>
    </Card>
  )
}
