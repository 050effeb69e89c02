export function TopBar({ openDrawer }: { openDrawer: () => void }) {
  return <header><button type="button" onClick={openDrawer}>Menu</button></header>
}
