export function DashboardPage() {
  return <main><h1>DashboardPage</h1></main>
}
