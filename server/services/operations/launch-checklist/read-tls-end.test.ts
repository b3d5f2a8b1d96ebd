import net, { type AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'

import { readTlsEnd } from './run-checklist.ts'

test('the expiry of a certificate is read, even of a self-signed one', async () => {
	// Uses the library's built-in certificate.
	const server = new SMTPServer({ secure: true })
	server.on('error', () => {})
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
	const { port } = server.server.address() as AddressInfo
	const end = await readTlsEnd('localhost', port, 5000)
	await new Promise<void>((closed) => server.close(closed))
	expect(end.getUTCFullYear()).toBeGreaterThan(2000)
})

test('a silent server times out, and a missing one is refused', async () => {
	const silent = net.createServer((socket) => socket.resume())
	await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening))
	const { port } = silent.address() as AddressInfo
	await expect(readTlsEnd('127.0.0.1', port, 200)).rejects.toThrow('aborted')
	await new Promise((closed) => silent.close(closed))
	await expect(readTlsEnd('127.0.0.1', port, 5000)).rejects.toThrow('ECONNREFUSED')
})
