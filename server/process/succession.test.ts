import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'

async function startHost(env: Record<string, string> = {}) {
	const child: ChildProcess = spawn(process.execPath, ['tests/fixtures/succession/main.ts'], {
		env: { ...process.env, ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	})
	onTestFinished(() => void child.kill('SIGTERM'))
	const [port] = (await once(child.stdout ?? child, 'data')) as [Buffer]
	const agent = new Agent({ keepAlive: true, maxSockets: 4 })
	onTestFinished(() => agent.destroy())
	const ask = (path: string, over: Agent | false = false) =>
		new Promise<{ status: number; text: string }>((resolve, reject) => {
			get({ host: '127.0.0.1', port: Number(port), path, agent: over }, (response) => {
				let text = ''
				response.on('data', (chunk) => (text += String(chunk)))
				response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
			}).on('error', reject)
		})
	return { child, ask, agent }
}

/** Asks all the time, on new connections and on open ones, until told to stop. @returns every answer and every failure */
function keepAsking({ ask, agent }: Awaited<ReturnType<typeof startHost>>) {
	const answers: string[] = []
	const failures: unknown[] = []
	let isOver = false
	const runners = [agent, agent, false as const, false as const].map(async (over) => {
		while (!isOver)
			await ask('/', over).then(
				({ text }) => answers.push(text),
				(error: unknown) => failures.push(error),
			)
	})
	return async () => {
		isOver = true
		await Promise.all(runners)
		return { answers, failures }
	}
}

test('a fresh process takes over from the first, and another from that one; no request is refused', async () => {
	const host = await startHost()
	const first = (await host.ask('/')).text
	const stop = keepAsking(host)
	await sleep(100)
	expect(await host.ask('/replace')).toEqual({ status: 200, text: 'replaced' })
	const second = (await host.ask('/')).text
	await sleep(300)
	expect(await host.ask('/replace')).toEqual({ status: 200, text: 'replaced' })
	const third = (await host.ask('/')).text
	await sleep(700)
	const { answers, failures } = await stop()

	expect(failures).toEqual([])
	expect(new Set([first, second, third]).size).toBe(3)
	expect(new Set(answers)).toEqual(new Set([first, second, third]))
	expect(answers.at(-1)).toBe(third)
	// The first one stands behind the others until the end; the second has gone.
	expect(() => process.kill(Number(second), 0)).toThrow('ESRCH')
	host.child.kill('SIGTERM')
	await once(host.child, 'close')
	expect(() => process.kill(Number(third), 0)).toThrow('ESRCH')
})

test('a process that cannot start replaces nobody, and says why', async () => {
	const host = await startHost({ BROKEN: '1' })
	const first = (await host.ask('/')).text
	const { status, text } = await host.ask('/replace')
	expect([status, text]).toEqual([500, expect.stringContaining('this content cannot be read')])
	expect((await host.ask('/')).text).toBe(first)
})
