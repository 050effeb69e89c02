export function AccountPage() {
  return <main><h1>AccountPage</h1></main>
}
