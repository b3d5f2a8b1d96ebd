import { type CommandOutcome, runCommand } from './run-command.ts'

/** A step of a run. Its commands run one after another until one fails. */
export type RunStep = { name: string; commands: string[][] }

async function runAll(commands: string[][]): Promise<CommandOutcome> {
	const total: CommandOutcome = { code: 0, output: '', seconds: 0 }
	for (const command of commands) {
		const { code, output, seconds } = await runCommand(command)
		total.seconds += seconds
		total.code = code
		total.output = output
		if (code !== 0) break
	}
	return total
}

const indent = (text: string) => text.replace(/^/gm, '    ')

/**
 * Runs all steps, two at a time, even if some fail. Prints a line as each ends, and its output only if it failed.
 * @returns the names of the failed steps
 */
export async function runSteps(steps: readonly RunStep[], print: (line: string) => void): Promise<string[]> {
	const waiting = [...steps]
	const failed: string[] = []
	const width = Math.max(...steps.map(({ name }) => name.length))
	async function work(): Promise<void> {
		for (let step = waiting.shift(); step; step = waiting.shift()) {
			const { code, output, seconds } = await runAll(step.commands)
			print(`${code === 0 ? 'ok    ' : 'FAILED'}  ${step.name.padEnd(width)}  ${seconds.toFixed(1).padStart(5)} s`)
			if (code === 0) continue
			failed.push(step.name)
			print(`${indent(output || `exit code ${code}`)}\n`)
		}
	}
	await Promise.all([work(), work()])
	return failed
}
