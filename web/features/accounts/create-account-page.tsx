export function CreateAccountPage() {
  return <main><h1>CreateAccountPage</h1></main>
}
