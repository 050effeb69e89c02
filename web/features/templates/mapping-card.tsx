import { Switch } from '@mantine/core'
import { RulesButton } from '#web/form/rules/rules-link.tsx'
import { Card } from '#web/ui/layout/page.tsx'

/** Whether new products follow rules (TPL-093), and the way to the rules (TPL-094). */
export const MappingCard = ({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) => (
  <Card title="Dynamic mapping">
    <div className="stack">
      <Switch
        label="Dynamic mapping by default"
        description="New products of this template follow its rules and the global ones when they are listed. Products that are there already keep their own switch."
        checked={on}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>
        <RulesButton />
      </span>
    </div>
  </Card>
)
