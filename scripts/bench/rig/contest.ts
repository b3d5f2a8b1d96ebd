import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

import { runCommand } from '#scripts/run-command.ts'

import { hasProgram, onProcessor } from './load.ts'
import { median } from './measurement.ts'
import { processorSecondsInAll, readFileIfAny } from './process-tree.ts'

export type RequestRate = {
	perSecond: number
	count: number
	clientShare: number
}

const TICKS_PER_SECOND = 100
/** Pause between sides: the CPU time of a side's connections is only counted once they have ended. */
const SETTLE_MS = 100
/** Maximum share of CPU time that the hypervisor may steal (steal time). Rounds with more aren't counted. */
const MAX_STOLEN = 0.05

function endedChildrenSeconds(): number {
	const fields = readFileIfAny('/proc/self/stat')?.split(') ').at(-1)?.split(' ') ?? []
	return (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) / TICKS_PER_SECOND
}

function processorTicks(): { all: number; stolen: number } {
	const ticks = (readFileIfAny('/proc/stat')?.split('\n')[0] ?? '').split(/\s+/).slice(1, 9).map(Number)
	return { all: ticks.reduce((sum, each) => sum + each, 0), stolen: ticks[7] ?? 0 }
}

async function runLoad(command: readonly string[], seconds: number): Promise<{ output: string; clientShare: number }> {
	const before = endedChildrenSeconds()
	const { output } = await runCommand(command)
	return { output, clientShare: (endedChildrenSeconds() - before) / seconds }
}

/** @throws Error with the names of missing programs */
export function requirePrograms(...names: string[]): void {
	const missing = names.filter((name) => !hasProgram(name))
	if (missing.length > 0) throw new Error(`${missing.join(' and ')} not installed`)
}

type PgbenchLoad = { env: Record<string, string>; script: string; clients: number; seconds: number }

/**
 * Runs prepared statements as fast as possible.
 * @throws Error if a transaction fails
 */
export async function runPgbench({ env, script, clients, seconds }: PgbenchLoad): Promise<RequestRate> {
	const given = Object.entries(env).map(([name, value]) => `${name}=${value}`)
	const how = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '1', '-T', String(seconds)]
	const { output, clientShare } = await runLoad(['env', ...given, 'pgbench', ...how, '-f', script], seconds)
	const perSecond = Number(/tps = ([\d.]+)/.exec(output)?.[1])
	const count = Number(/actually processed: (\d+)/.exec(output)?.[1])
	if (!(perSecond > 0) || !(count > 0) || /ERROR|aborted|failed transactions: [1-9]/.test(output))
		throw new Error(`pgbench could not measure:\n${output}`)
	return { perSecond, count, clientShare }
}

type WrkLoad = { origin: string; script: string; connections: number; seconds: number; pin: boolean }

/**
 * Sends requests from one thread as fast as possible.
 * @throws Error for any status other than 2xx
 */
export async function runWrk({ origin, script, connections, seconds, pin }: WrkLoad): Promise<RequestRate> {
	const how = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '-s', script]
	const { output, clientShare } = await runLoad([...onProcessor(1, pin), 'wrk', ...how, origin], seconds)
	const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1])
	const count = Number(/(\d+) requests in/.exec(output)?.[1])
	if (!(perSecond > 0) || !(count > 0) || /Non-2xx|Socket errors|wrong bodies: [1-9]/.test(output))
		throw new Error(`wrk could not measure:\n${output}`)
	return { perSecond, count, clientShare }
}

export type Contestant = { name: string; run: () => Promise<RequestRate> }
type Round = RequestRate & {
	/** CPU microseconds of the watched programs per response. */
	cost: number
}
export type Contest = {
	/** Median per side, in the order of the sides. */
	perSecond: number[]
	/** Ratios of the first side to each of the others, computed per round. */
	ratios: { name: string; median: number; least: number; most: number }[]
	clientShare: number[]
	/** CPU microseconds per response or transaction, by side. */
	cost: number[]
	note: string
}

export type ContestOptions = {
	rounds: number
	/** Process IDs of server and database, whose child processes count as well. */
	watched: readonly number[]
	print: (line: string) => void
}

async function runSide(side: Contestant, watched: readonly number[]): Promise<Round> {
	const used = () => watched.reduce((sum, pid) => sum + processorSecondsInAll(pid), 0)
	const before = used()
	const rate = await side.run()
	await sleep(SETTLE_MS)
	return { ...rate, cost: ((used() - before) / rate.count) * 1e6 }
}

/**
 * Runs the sides alternately, so that other load on the machine affects all of them. The first round is a warm-up. Rounds with stolen CPU
 * time are repeated, at most `rounds` times in total.
 */
export async function runAlternately(sides: readonly Contestant[], { rounds, watched, print }: ContestOptions): Promise<Contest> {
	const counted: Round[][] = []
	const loads = [loadavg()[0] ?? 0]
	for (let round = 0; counted.length < rounds && round <= 2 * rounds; round++) {
		const before = processorTicks()
		const results: Round[] = []
		for (const side of sides) results.push(await runSide(side, watched))
		const after = processorTicks()
		const stolen = (after.stolen - before.stolen) / Math.max(1, after.all - before.all)
		const isCounted = round > 0 && stolen <= MAX_STOLEN
		if (isCounted) counted.push(results)
		const figures = results.map(({ perSecond }, index) => `${sides[index]?.name}: ${Math.round(perSecond)}/s`).join(', ')
		const verdict = isCounted ? '' : round === 0 ? ' (warm-up)' : ' (not counted)'
		print(`${figures}; stolen ${(stolen * 100).toFixed(1)} %${verdict}`)
	}
	if (counted.length === 0) throw new Error('time was stolen in every round')
	loads.push(loadavg()[0] ?? 0)
	const column = (index: number, key: keyof Round) => counted.map((round) => round[index]?.[key] ?? 0)
	const ratios = sides.slice(1).map(({ name }, index) => {
		const values = counted.map((round) => (round[0]?.perSecond ?? 0) / (round[index + 1]?.perSecond ?? 1))
		return { name, median: median(values), least: Math.min(...values), most: Math.max(...values) }
	})
	return {
		perSecond: sides.map((_side, index) => median(column(index, 'perSecond'))),
		ratios,
		clientShare: sides.map((_side, index) => median(column(index, 'clientShare'))),
		cost: sides.map((_side, index) => median(column(index, 'cost'))),
		note: `${counted.length} rounds in turn; load ${loads.map((load) => load.toFixed(1)).join(' before, ')} after`,
	}
}
