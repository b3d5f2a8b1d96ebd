import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { script } from '#scripts/run-command.ts'

import { type BenchOptions, type Measurement, median } from './rig/measurement.ts'
import { processMemory } from './rig/process-tree.ts'
import { fetchPage } from './rig/read-pages.ts'
import { runServer } from './rig/run-server.ts'

const ROUNDS = 5
const SETTLE_MS = 5000
const LIMIT_SECONDS = 120

type Start = { toReady: number; toFirstPage: number; /** CPU seconds until it is ready. */ processor: number }

/** Measures `npm start` up to the first page, with a finished build and an existing database, and the idle server's memory. */
export async function measureStartAndMemory({ port, workDir, print }: BenchOptions): Promise<Measurement[]> {
	const start = {
		command: script('start.mjs'),
		port,
		env: { DATA_DIR: path.join(workDir, 'start'), LOG_LEVEL: 'error' },
		limitSeconds: LIMIT_SECONDS,
	}
	print('preparing a database…')
	await (await runServer(start)).stop()

	const starts: Start[] = []
	let memory: ReturnType<typeof processMemory> = null
	for (let round = 1; round <= ROUNDS; round++) {
		const server = await runServer({ ...start, firstPath: '/livez' })
		const requestedAt = performance.now()
		await fetchPage(server.origin, '/')
		const toReady = server.secondsToFirstPage
		starts.push({ toReady, toFirstPage: toReady + (performance.now() - requestedAt) / 1000, processor: server.processorSeconds })
		print(`start ${round}: ready after ${toReady.toFixed(2)} s, first page after ${starts.at(-1)?.toFirstPage.toFixed(2)} s`)
		if (round === ROUNDS) {
			await sleep(SETTLE_MS)
			memory = processMemory(server.pid)
		}
		await server.stop()
	}

	const middle = (readPage: (start: Start) => number) => median(starts.map(readPage))
	const toFirstPage = middle((each) => each.toFirstPage)
	const note = `median of ${ROUNDS}, database included`
	const measured: Measurement[] = [
		{ name: 'warm start until it is ready', value: middle((each) => each.toReady), unit: 's', note },
		{ name: 'warm start to first page', value: toFirstPage, unit: 's', goal: '≤ 1 s', isMet: toFirstPage <= 1, note },
		{ name: 'warm start until it is ready, processor time', value: middle((each) => each.processor), unit: 's', note: 'of all processes' },
	]
	if (!memory) return measured
	const { rssMb, pssMb, processes } = memory
	const counted = pssMb ?? rssMb
	const processesNote = `${pssMb === null ? 'RSS' : 'PSS'} of ${processes} processes, app and database, ${SETTLE_MS / 1000} s after the start`
	measured.push({ name: 'memory idle', value: counted, unit: 'MB', goal: '≤ 290 MB', isMet: counted <= 290, note: processesNote })
	measured.push({ name: 'memory idle, RSS sum', value: rssMb, unit: 'MB', note: 'shared pages counted once per process' })
	return measured
}
