// `npm start`: installs, builds and serves, each step only if needed. Restarts a crashed server. Plain JavaScript without
// dependencies, so any Node.js 20 can run it on a fresh clone.
import path from 'node:path'

import { ensureBuilt } from './build.mjs'
import { asCommand, environmentFile, findNode, holdPackages, root, runProgram, UserError } from './ensure.mjs'
import { ensureInstalled } from './install.mjs'
import { runInRelease } from './program.mjs'
import { keepRunning } from './supervise.mjs'

async function start() {
	await ensureInstalled({ withTools: false })
	holdPackages()
	const env = { NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'node'), ...process.env }
	const node = findNode()
	const beforeBuild = async () => {
		const code = await runProgram(node, [...environmentFile(), 'scripts/check-settings.ts'], { env })
		if (code !== 0) throw new UserError('Nothing was built.')
	}
	await ensureBuilt({ beforeBuild })
	return keepRunning((onReady) => runProgram(node, ['scripts/supervisor/main.ts'], { env, onMessage: onReady }))
}

await asCommand(async () => ((await runInRelease('start.mjs')) ? process.exitCode : start()))
