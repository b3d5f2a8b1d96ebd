import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
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

const isAlive = (id: string) => {
	try {
		return process.kill(Number(id), 0)
	} catch {
		return false
	}
}
const untilGone = (id: string) => expect.poll(() => isAlive(id)).toBe(false)

/** Asks all the time, on new connections and on open ones, until told to stop. @returns every answer so far; `stop` returns every failure */
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
	const stop = async () => {
		isOver = true
		await Promise.all(runners)
		return failures
	}
	return { answers, stop }
}

test('a fresh process takes over from the first, and another from that one; no request is refused', async () => {
	const host = await startHost()
	const first = (await host.ask('/')).text
	const { answers, stop } = keepAsking(host)
	const untilAnsweredBy = (process: string) => expect.poll(() => answers.at(-1)).toBe(process)
	await untilAnsweredBy(first)
	expect(await host.ask('/replace')).toEqual({ status: 200, text: 'replaced' })
	const second = (await host.ask('/')).text
	await untilAnsweredBy(second)
	expect(await host.ask('/replace')).toEqual({ status: 200, text: 'replaced' })
	const third = (await host.ask('/')).text
	await untilAnsweredBy(third)
	// The first one stands behind the others until the end; the second goes, once it has answered what it was asked.
	await untilGone(second)
	const failures = await stop()

	expect(failures).toEqual([])
	expect(new Set([first, second, third]).size).toBe(3)
	expect(new Set(answers)).toEqual(new Set([first, second, third]))
	expect(answers.at(-1)).toBe(third)
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
