import { existsSync, readFileSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

import type { LoopDelays } from './loop-probe.ts'

/** The argument that loads the probe into a server. @param file where it writes */
export const withProbe = (file: string): string => {
	const probe = pathToFileURL(`${import.meta.dirname}/loop-probe.ts`)
	probe.searchParams.set('file', file)
	return `--import=${probe.href}`
}

/** The longest delays of the server's event loop since they were last asked for. */
export async function takeDelays(pid: number, file: string): Promise<LoopDelays> {
	rmSync(file, { force: true })
	process.kill(pid, 'SIGUSR2')
	while (!existsSync(file)) await sleep(2)
	return JSON.parse(readFileSync(file, 'utf8')) as LoopDelays
}
