import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { script } from '#scripts/run-command.ts'

import { type BenchOptions, type Measurement, median } from './rig/measurement.ts'
import { memoryOf } from './rig/memory-of.ts'
import { runServer } from './rig/run-server.ts'

const ROUNDS = 5
const SETTLE_MS = 5000
const LIMIT_SECONDS = 120

/** From `npm start` to the first page, with a finished build and an existing database, and the memory of the idle server. */
export async function measureStartAndMemory({ port, workDir, print }: BenchOptions): Promise<Measurement[]> {
	const start = {
		command: script('start.mjs'),
		port,
		env: { DATA_DIR: path.join(workDir, 'start'), LOG_LEVEL: 'error' },
		limitSeconds: LIMIT_SECONDS,
	}
	print('preparing a database…')
	await (await runServer(start)).stop()

	const seconds: number[] = []
	let memory: ReturnType<typeof memoryOf> = null
	for (let round = 1; round <= ROUNDS; round++) {
		const server = await runServer(start)
		seconds.push(server.secondsToFirstPage)
		print(`start ${round}: ${server.secondsToFirstPage.toFixed(2)} s`)
		if (round === ROUNDS) {
			await sleep(SETTLE_MS)
			memory = memoryOf(server.pid)
		}
		await server.stop()
	}

	const middle = median(seconds)
	const measured: Measurement[] = [
		{
			name: 'warm start to first page',
			value: middle,
			unit: 's',
			goal: '≤ 3 s',
			isMet: middle <= 3,
			note: `median of ${ROUNDS}, database included`,
		},
	]
	if (!memory) return measured
	const { rssMb, pssMb, processes } = memory
	const counted = pssMb ?? rssMb
	const note = `${pssMb === null ? 'RSS' : 'PSS'} of ${processes} processes, app and database, ${SETTLE_MS / 1000} s after the start`
	measured.push({ name: 'memory idle', value: counted, unit: 'MB', goal: '≤ 400 MB', isMet: counted <= 400, note })
	measured.push({ name: 'memory idle, RSS sum', value: rssMb, unit: 'MB', note: 'shared pages counted once per process' })
	return measured
}
