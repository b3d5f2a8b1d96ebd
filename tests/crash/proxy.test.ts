import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'

import { makeCluster, query, signal } from '#tests/setup/embedded-dir.ts'
import { findFreePort } from '#tests/setup/server-process.ts'

import { ask, expectGuarded, feedback, json, startServer, untilHealthy } from './ask-server.ts'
import { hasProxy, killGroup, startProxy } from './run-proxy.ts'

type Row = { week: string; focus_area: string }

async function signUp(origin: string): Promise<string> {
	const account = { email: 'ana@example.test', password: 'a rather long password 4711' }
	const { body } = await ask(origin, '/auth/v1/signup', json(account))
	return `Bearer ${(body as { access_token: string }).access_token}`
}

test.each(['caddy', 'nginx'] as const)(
	'%s killed under load and restarted loses no acknowledged write and doesn’t disturb the server',
	{ timeout: 240_000 },
	async (program) => {
		if (!hasProxy(program)) return
		const dir = await makeCluster()
		const port = await findFreePort()
		const {
			server,
			origin,
			port: upstream,
			socket,
		} = await startServer(dir, { TRUSTED_PROXY_HOPS: '1', GOTRUE_MAILER_AUTOCONFIRM: 'true' })
		const start = () => startProxy(program, { port, upstream })
		const through = `http://127.0.0.1:${port}`
		const authorization = await signUp(origin)
		const acknowledged = new Map<string, number>()
		const counts = { answers: 0, failures: 0 }
		let isWriting = true
		const writer = async (week: string) => {
			for (let number = 1; isWriting; number += 1) {
				const body = { week, focusArea: { text: String(number), changedAt: number }, rows: [] }
				const sent = json(body)
				const status = await ask(through, '/api/planner/merge', { ...sent, headers: { ...sent.headers, authorization } }).then(
					(answer) => answer.status,
					() => 0,
				)
				if (status === 200) acknowledged.set(week, number)
				counts[status === 200 ? 'answers' : 'failures'] += 1
				await sleep(50)
			}
		}
		const first = start()
		await untilHealthy(through)
		const writers = Promise.all(['2026-01-05', '2026-01-12'].map(writer))
		await expect.poll(() => counts.answers, { interval: 20 }).toBeGreaterThan(5)
		await killGroup(first)
		await untilHealthy(origin)
		await expect.poll(() => counts.failures, { interval: 20 }).toBeGreaterThan(0)
		const before = counts.answers
		start()
		await expect.poll(() => counts.answers, { interval: 20 }).toBeGreaterThan(before + 5)
		isWriting = false
		await writers
		const rows = (await query(socket, "select to_char(week, 'YYYY-MM-DD') as week, focus_area from planner_weeks")) as Row[]
		const stored = new Map(rows.map(({ week, focus_area: text }) => [week, Number(text)]))
		for (const [week, number] of acknowledged) expect(stored.get(week)).toBeGreaterThanOrEqual(number)
		await expectGuarded(dir, origin)
		expect(await server.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' })
	},
)

test.each(['caddy', 'nginx'] as const)(
	'%s sends a form while the server hangs, a minute after the last one: it waits, and is not reset',
	{ timeout: 240_000 },
	async (program) => {
		if (!hasProxy(program)) return
		const { server, port: upstream } = await startServer(await makeCluster(), { TRUSTED_PROXY_HOPS: '1' })
		const port = await findFreePort()
		startProxy(program, { port, upstream })
		const through = `http://127.0.0.1:${port}`
		const send = async () => (await ask(through, '/api/leads/feedback', feedback())).status
		await untilHealthy(through)
		expect(await send()).toBe(201)
		// The server closes an idle connection after 65 seconds.
		await sleep(62_000)
		signal(server.pid, 'SIGSTOP')
		const sent = send()
		await sleep(6000)
		signal(server.pid, 'SIGCONT')
		expect(await sent).toBe(201)
	},
)
