import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'

import { root } from '#scripts/ensure.mjs'

type Handle = { fd: number; getsockname: (out: { port?: number }) => number; close: () => void }

/** Binds a port as systemd would, without accepting connections. */
function bindPort() {
	const handle = (net as unknown as { _createServerHandle: (...args: unknown[]) => Handle })._createServerHandle('127.0.0.1', 0, 4)
	onTestFinished(() => handle.close())
	const bound: { port?: number } = {}
	handle.getsockname(bound)
	return { fd: handle.fd, port: bound.port ?? 0 }
}

const SERVICE = `
import http from 'node:http'
import { KeptResources } from './scripts/supervisor/kept.ts'
const wanted = { host: '127.0.0.1', port: Number(process.argv[1]), databaseUrl: 'postgres://', dataDir: '', logLevel: 'error' }
const { socket } = await new KeptResources(() => {}).open(wanted, false)
http.createServer((_, response) => response.end('served')).listen(socket, () => console.log('listening'))`

/** Starts a service as systemd does: the process gets its own ID in LISTEN_PID, and the socket as descriptor 3. */
async function startService(fd: number, port: number): Promise<{ child: ChildProcess; said: () => string }> {
	const command = 'LISTEN_PID=$$ LISTEN_FDS=1 exec "$@"'
	const child = spawn('sh', ['-c', command, 'sh', process.execPath, '--input-type=module', '--eval', SERVICE, String(port)], {
		cwd: root,
		stdio: ['ignore', 'pipe', 'pipe', fd],
	})
	onTestFinished(() => void child.kill('SIGKILL'))
	let said = ''
	child.stderr?.on('data', (part) => (said += String(part)))
	const [first] = await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), once(child, 'close')])
	expect(String(first), said).toContain('listening')
	return { child, said: () => said }
}

const ask = (port: number) => fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } }).then((response) => response.text())

test('a socket of systemd stays open across a restart: a request in between waits for the next service', async () => {
	const { fd, port } = bindPort()
	const { child } = await startService(fd, port)
	expect(await ask(port)).toBe('served')
	child.kill('SIGKILL')
	await once(child, 'close')

	const waiting = ask(port)
	await startService(fd, port)

	expect(await waiting).toBe('served')
})

test('a socket of systemd on another port than PORT is left, and the log says what to do', async () => {
	const { said } = await startService(bindPort().fd, 0)
	await vi.waitFor(() => expect(said()).toContain('run "sudo npm run install-service" again'))
})
