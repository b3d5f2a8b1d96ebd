import { execFileSync } from 'node:child_process'
import { connect } from 'node:net'

import { runCommand } from '#scripts/run-command.ts'

export type Load = { origin: string; path: string; headers: Record<string, string>; seconds: number; connections: number; pin?: boolean }
export type LoadResult = { perSecond: number; answers: number }

export function hasProgram(name: string): boolean {
	try {
		execFileSync('/bin/sh', ['-c', `command -v ${name}`], { stdio: 'ignore' })
		return true
	} catch {
		return false
	}
}

/**
 * Returns a prefix that pins a command to a processor; empty if pinning is unwanted or impossible. It makes results steadier on
 * idle machines and worse on busy ones, where the command can't move to another processor.
 */
export const onProcessor = (processor: 0 | 1, isWanted: boolean): string[] =>
	isWanted && hasProgram('taskset') ? ['taskset', '-c', String(processor)] : []

async function withWrk({ origin, path, headers, seconds, connections, pin = false }: Load): Promise<LoadResult> {
	const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
	const { output } = await runCommand([...onProcessor(1, pin), 'wrk', '-t1', `-c${connections}`, `-d${seconds}s`, ...given, origin + path])
	const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1])
	const answers = Number(/(\d+) requests in/.exec(output)?.[1])
	if (!(perSecond > 0) || !(answers > 0) || /Non-2xx/.test(output)) throw new Error(`wrk could not measure ${origin}${path}:\n${output}`)
	return { perSecond, answers }
}

/** Sends each request as soon as the previous response is complete. */
function keepAsking({ origin, path, headers }: Load, onAnswer: () => void): { end: () => void } {
	const { hostname, port } = new URL(origin)
	const lines = Object.entries({ Host: hostname, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
	const request = `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
	const socket = connect(Number(port), hostname, () => socket.write(request))
	let missing: number | null = null
	let head = ''
	socket.on('data', (chunk: Buffer) => {
		if (missing === null) {
			head += chunk.toString('latin1')
			const end = head.indexOf('\r\n\r\n')
			if (end === -1) return
			missing = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0) - (head.length - end - 4)
			head = ''
		} else missing -= chunk.length
		if (missing > 0) return
		missing = null
		onAnswer()
		socket.write(request)
	})
	socket.on('error', () => {})
	return { end: () => socket.destroy() }
}

/** Load generator for machines without wrk. Several times slower than wrk, so fast servers look slower than they are. */
export async function withOwnLoop(load: Load): Promise<LoadResult> {
	let answers = 0
	const started = performance.now()
	const asking = Array.from({ length: load.connections }, () => keepAsking(load, () => answers++))
	await new Promise((resolve) => setTimeout(resolve, load.seconds * 1000))
	for (const one of asking) one.end()
	return { perSecond: answers / ((performance.now() - started) / 1000), answers: Math.max(1, answers) }
}

export const loadGenerator = (): 'wrk' | 'own loop' => (hasProgram('wrk') ? 'wrk' : 'own loop')

/**
 * Sends requests on keep-alive connections for a limited time.
 * @throws Error if wrk gets responses other than 2xx; without wrk, the status is not checked
 */
export const measureLoad = (load: Load): Promise<LoadResult> => (loadGenerator() === 'wrk' ? withWrk(load) : withOwnLoop(load))
