import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, onTestFinished, test } from 'vitest'

import { makeCluster, query } from '#tests/setup/embedded-dir.ts'
import { findFreePort } from '#tests/setup/server-process.ts'

import { ask, expectGuarded, json, startServer, untilHealthy } from './ask-server.ts'

const ROOT = path.resolve(import.meta.dirname, '..', '..')
type Row = { week: string; focus_area: string }

async function signUp(origin: string): Promise<string> {
	const account = { email: 'ana@example.test', password: 'a rather long password 4711' }
	const { body } = await ask(origin, '/auth/v1/signup', json(account))
	return `Bearer ${(body as { access_token: string }).access_token}`
}

const has = (program: string) => spawnSync('which', [program]).status === 0
type Ports = { port: number; upstream: number }

/** Our sample of Caddy with plain HTTP, because there is no certificate here. */
function writeCaddy(dir: string, { port, upstream }: Ports): string[] {
	const sample = fs.readFileSync(path.join(ROOT, 'ops/caddy/Caddyfile'), 'utf8')
	const file = path.join(dir, 'Caddyfile')
	const local = sample
		.replace('{$DOMAIN:academy.example.com}', `http://127.0.0.1:${port}`)
		.replace('{$UPSTREAM:127.0.0.1:3000}', `127.0.0.1:${upstream}`)
	fs.writeFileSync(file, `{\n\tadmin off\n\tauto_https off\n}\n${local}`)
	return ['caddy', 'run', '--config', file, '--adapter', 'caddyfile']
}

/** Our sample of nginx with plain HTTP. */
function writeNginx(dir: string, { port, upstream }: Ports): string[] {
	const sample = fs.readFileSync(path.join(ROOT, 'ops/nginx/launchway.conf'), 'utf8')
	const servers = sample
		.replace('server 127.0.0.1:3000', `server 127.0.0.1:${upstream}`)
		.replace(/server \{\n\tlisten 80;[\s\S]*?\n\}\n/, '')
		.replace(/\tlisten 443 ssl http2;\n\tlisten \[::\]:443 ssl http2;/, `\tlisten 127.0.0.1:${port};`)
		.replaceAll(/\tssl_.*\n/g, '')
	const file = path.join(dir, 'nginx.conf')
	const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${dir}/${name};`).join(' ')
	const main = `worker_processes 1; daemon off; pid ${dir}/pid; error_log ${dir}/error.log; events {}`
	fs.writeFileSync(file, `${main} http { access_log off; ${temporary}\n${servers}\n}`)
	return ['nginx', '-c', file, '-e', `${dir}/error.log`]
}

/** Kills a proxy with all of its processes. */
const killGroup = (child: ChildProcess) =>
	new Promise<void>((resolve) => {
		child.once('close', () => resolve())
		process.kill(-(child.pid ?? 0), 'SIGKILL')
	})

test.each([
	['caddy', writeCaddy],
	['nginx', writeNginx],
] as const)(
	'%s killed under load and started again: nothing acknowledged is lost, and the server behind it notices nothing',
	{ timeout: 240_000 },
	async (program, write) => {
		if (!has(program)) return console.log(`skipped: ${program} is not installed (apt-get install ${program})`)
		const dir = await makeCluster()
		const port = await findFreePort()
		const {
			server,
			origin,
			port: upstream,
			socket,
		} = await startServer(dir, { TRUSTED_PROXY_HOPS: '1', GOTRUE_MAILER_AUTOCONFIRM: 'true' })
		const scratch = fs.mkdtempSync(path.join(inject('scratchDir'), 'proxy-'))
		fs.chmodSync(scratch, 0o777)
		const [command = '', ...args] = write(scratch, { port, upstream })
		const start = () => {
			const child = spawn(command, args, {
				stdio: 'ignore',
				detached: true,
				env: { ...process.env, HOME: scratch, XDG_DATA_HOME: scratch },
			})
			onTestFinished(() => {
				if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid ?? 0), 'SIGKILL')
			})
			return child
		}
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
