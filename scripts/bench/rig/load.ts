import { execFileSync } from 'node:child_process'

import { runCommand } from '#scripts/run-command.ts'

export type HttpLoad = {
	origin: string
	path: string
	headers: Record<string, string>
	seconds: number
	connections: number
	pin?: boolean
}
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
 * Returns a prefix that pins a command to a CPU; empty if that is unwanted or impossible. Pinning steadies results on an idle
 * machine and worsens them on a busy one, where the command can't move to another CPU.
 */
export const onProcessor = (processor: 0 | 1, isWanted: boolean): string[] =>
	isWanted && hasProgram('taskset') ? ['taskset', '-c', String(processor)] : []

/** @throws Error for any status other than 2xx */
export async function measureLoad({ origin, path, headers, seconds, connections, pin = false }: HttpLoad): Promise<LoadResult> {
	const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
	const { output } = await runCommand([...onProcessor(1, pin), 'wrk', '-t1', `-c${connections}`, `-d${seconds}s`, ...given, origin + path])
	const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1])
	const answers = Number(/(\d+) requests in/.exec(output)?.[1])
	if (!(perSecond > 0) || !(answers > 0) || /Non-2xx/.test(output)) throw new Error(`wrk could not measure ${origin}${path}:\n${output}`)
	return { perSecond, answers }
}
