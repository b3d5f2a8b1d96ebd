// `npm start`: installs, builds and serves; each step only when it is needed.
// Plain JavaScript without dependencies, so that any Node 20 can start it on a fresh clone.
import path from 'node:path'

import { ensureBuilt } from './build.mjs'
import { asCommand, ensureInstalled, findNode, root, runProgram } from './ensure.mjs'

await asCommand(async () => {
	await ensureInstalled({ withTools: false })
	await ensureBuilt()
	const env = { NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'node'), ...process.env }
	return runProgram(findNode(), ['server/main.ts'], { env, tellParentsEnd: true })
})
