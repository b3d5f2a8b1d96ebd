// Runs as a separate process: starts the embedded server of a directory, prints one line, and runs until killed.
import { ensureEmbedded } from '#server/db/embedded/ensure-embedded.ts'

const [dir = '', lifeline] = process.argv.slice(2)
const server = await ensureEmbedded({ dir, lifeline: lifeline === 'lifeline', settings: { fsync: 'off' } })
process.stdout.write(`${JSON.stringify({ pid: server.pid, started: server.started })}\n`)
process.on('SIGTERM', () => void server.stop().then(() => process.exit()))
setInterval(() => {}, 60_000)
