import { expect, test } from 'vitest'

import { runCommand, toolCommand } from './run-command.ts'
import { runSteps } from './run-steps.ts'

const says = (text: string, code = 0) => [process.execPath, '--eval', `console.log(${JSON.stringify(text)}); process.exitCode = ${code}`]

async function report(steps: Parameters<typeof runSteps>[0]) {
	const lines: string[] = []
	const failed = await runSteps(steps, (line) => lines.push(line))
	return { failed, text: lines.join('\n') }
}

test('a failed step is reported with its output, and later steps still run', async () => {
	const { failed, text } = await report([
		{ name: 'first', commands: [says('all is well')] },
		{ name: 'second', commands: [says('the reason', 3), says('never reached')] },
		{ name: 'third', commands: [says('quiet too')] },
	])
	expect(failed).toEqual(['second'])
	expect(text).toMatch(/^ok +first /m)
	expect(text).toMatch(/^FAILED +second .+\n {4}the reason$/m)
	expect(text).toMatch(/^ok +third /m)
	expect(text).not.toMatch(/all is well|never reached|quiet too/)
})

test('a command that can’t start fails with the reason', async () => {
	const outcome = await runCommand(['/no/such/program'])
	expect(outcome.code).toBe(1)
	expect(outcome.output).toContain('ENOENT')
})

test('tools are found by package or program name', async () => {
	expect((await runCommand(toolCommand('oxlint', '--version'))).output).toMatch(/^Version: \d/)
	expect((await runCommand(toolCommand('typescript/tsc', '--version'))).output).toMatch(/^Version \d/)
	expect(() => toolCommand('typescript/nothing')).toThrow('typescript/nothing')
})
