/** `npm run ha` runs Launchway on three machines, with failover, as processes of this one (ops/ha/README.md). */
import path from 'node:path'
import { parseArgs } from 'node:util'

import { ensureBuilt } from '#scripts/build.mjs'
import { asCommand, root, UserError } from '#scripts/ensure.mjs'

import { Cluster } from './cluster.ts'

const { values } = parseArgs({ options: { dir: { type: 'string', default: 'data/ha' } } })

const untilStopped = () =>
	new Promise<void>((resolve) => {
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve())
	})

function open(dir: string): Cluster {
	try {
		return new Cluster(dir, (line) => console.log(line))
	} catch (error) {
		throw new UserError((error as Error).message)
	}
}

await asCommand(async () => {
	const stopped = untilStopped()
	const cluster = open(path.resolve(root, values.dir))
	await ensureBuilt()
	try {
		const hasStarted = await Promise.race([cluster.start().then(() => true), stopped])
		if (hasStarted) console.log(`The academy is at ${cluster.origin}, its files and logs are in ${values.dir}; Ctrl-C stops everything.`)
		await stopped
	} finally {
		console.log('Stopping')
		await cluster.stop()
	}
	return 0
})
