/** Runs `docker`. @returns what it printed. @throws Error with what it complained about */
export async function docker(words: string[], env: Record<string, string> = {}): Promise<string> {
  const child = Bun.spawn(['docker', ...words], {
    env: { ...process.env, ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  if (code !== 0) throw new Error(`docker ${words[0]} failed: ${err.trim().split('\n').slice(-20).join('\n')}`)
  return out.trim()
}

/** @throws Error when no Docker engine answers here, or it has no compose */
export async function ensureDocker(): Promise<void> {
  if (!Bun.which('docker')) throw new Error('There is no docker on this machine.')
  await docker(['version'])
  await docker(['compose', 'version'])
}
