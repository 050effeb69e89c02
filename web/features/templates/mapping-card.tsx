import { Switch } from '@mantine/core'
import { RulesButton } from '#web/form/rules/rules-link.tsx'
import { Card } from '#web/ui/layout/page.tsx'

/** Whether new products follow rules (TPL-093), and the way to the rules (TPL-094). */
export const MappingCard = ({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) => (
  <Card title="Dynamic mapping">
    <div className="stack">
      <Switch
        label="Use dynamic mapping for new products"
        description="New products use this template’s rules and the global rules when published. Existing products aren’t affected."
        checked={on}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>
        <RulesButton />
      </span>
    </div>
  </Card>
)
