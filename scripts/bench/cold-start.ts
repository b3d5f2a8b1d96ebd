import path from 'node:path'

import { root, runCommand } from '#scripts/run-command.ts'

import type { BenchOptions, Measurement } from './rig/measurement.ts'
import { runServer } from './rig/run-server.ts'

/** From a fresh clone of the last commit to the first page: install, build, database. The npm cache is left as it is. */
export async function measureColdStart({ port, workDir, print }: BenchOptions): Promise<Measurement[]> {
	const clone = path.join(workDir, 'clone')
	const { code, output } = await runCommand(['git', 'clone', '--quiet', root, clone])
	if (code !== 0) throw new Error(`git clone failed: ${output}`)
	print('cloned; npm start…')
	const env = { DATA_DIR: path.join(workDir, 'cold'), LOG_LEVEL: 'error' }
	const server = await runServer({ command: ['npm', 'start'], port, env, cwd: clone, limitSeconds: 400 })
	await server.stop()
	const value = server.secondsToFirstPage
	return [
		{ name: 'fresh clone to first page', value, unit: 's', goal: '≤ 25 s', isMet: value <= 25, note: 'npm cache as found on this machine' },
		{ name: 'fresh clone to first page, processor time', value: server.processorSeconds, unit: 's' },
	]
}
