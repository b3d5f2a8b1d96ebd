/**
 * Runs the server, and keeps its port and embedded database open while servers are replaced: after a crash, with new settings,
 * by an upgrade or a rollback. `npm start` and the systemd service run this.
 */
import { root } from '#scripts/ensure.mjs'
import { keepRunning } from '#scripts/supervise.mjs'

import { controlSocket, serveControl } from './control.ts'
import { KeptResources } from './kept.ts'
import { Servers } from './servers.ts'

/** Exit code of a server that refuses to run (server/process/serve.ts). */
const REFUSED = 1

let claimLost = false
let closeControl = () => {}

const kept = new KeptResources((error) => {
	console.error(error.message)
	claimLost = true
	process.kill(process.pid, 'SIGTERM')
})

async function takeRequests(dataDir: string): Promise<void> {
	if (takeRequests.from === dataDir) return
	closeControl()
	takeRequests.from = dataDir
	closeControl = await serveControl(controlSocket(dataDir), async (request, caller) => {
		// Loaded with the first request, so that it doesn't slow down startup.
		const { handleRequest } = await import('./requests.ts')
		return handleRequest({ servers, kept }, request, caller)
	})
}
takeRequests.from = ''

const servers = new Servers(kept, { folder: root, onPlace: takeRequests })

/** Starts a server with the current settings, which takes over without a failed request. */
async function reload(): Promise<void> {
	try {
		const { handleRequest } = await import('./requests.ts')
		const caller = { say: () => {}, ask: () => Promise.resolve() }
		await handleRequest({ servers, kept }, { do: 'reload', by: 'systemctl reload' }, caller)
	} catch (error) {
		console.error(`The settings were not reloaded and the running program continues: ${(error as Error).message}`)
	}
}
process.on('SIGUSR2', () => void reload())

// The terminal sends Ctrl-C to the servers, too.
const isFromTerminal = (signal: NodeJS.Signals) => signal === 'SIGINT' && process.stdin.isTTY
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
	process.on(signal, () => servers.signal(isFromTerminal(signal) ? 'SIGCONT' : signal))
// The channel closes when `npm start` ends.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()

const code = await keepRunning((onReady) =>
	servers.run(() => {
		process.send?.('ready')
		onReady()
	}),
)
await servers.settle()
closeControl()
await kept.close()
process.exit(claimLost ? REFUSED : code)
