// `npm start`: installs, builds and serves; each step only when needed. A server that crashes is restarted.
// Plain JavaScript without dependencies, so that any Node 20 can start it on a fresh clone.
import path from 'node:path'

import { ensureBuilt } from './build.mjs'
import { asCommand, ENVIRONMENT_FILE, findNode, holdPackages, root, runProgram } from './ensure.mjs'
import { ensureInstalled } from './install.mjs'
import { keepRunning } from './supervise.mjs'

await asCommand(async () => {
	await ensureInstalled({ withTools: false })
	holdPackages()
	await ensureBuilt()
	const env = { NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'node'), ...process.env }
	const node = findNode()
	return keepRunning((onReady) => runProgram(node, [...ENVIRONMENT_FILE, 'server/main.ts'], { env, onMessage: onReady }))
})
