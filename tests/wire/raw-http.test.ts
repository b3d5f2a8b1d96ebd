// asvs V4.2.1 V13.4.4
// regression raw-http
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'

import { startHttpServer } from '#server/process/listen.ts'

import { startWire } from './test-client.ts'

const SILENCE_MS = 1500

async function serve() {
	const wire = await startWire()
	const listener = await startHttpServer(wire.app.fetch, { host: '127.0.0.1', port: 0 })
	onTestFinished(() => listener.close())
	/** Sends bytes and returns everything the server sends until it closes the connection or falls silent. */
	return (bytes: string) =>
		new Promise<string>((resolve) => {
			const socket = connect(listener.port, '127.0.0.1')
			let heard = ''
			socket.on('data', (part) => (heard += part.toString('latin1')))
			socket.on('error', () => {})
			socket.on('close', () => resolve(heard))
			socket.setTimeout(SILENCE_MS, () => socket.destroy())
			socket.write(Buffer.from(bytes, 'latin1'))
		})
}

const statusesOf = (heard: string) => [...heard.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))
const lines = (...text: string[]) => text.map((line) => `${line}\r\n`).join('')
const POST = ['POST /auth/v1/otp HTTP/1.1', 'Host: localhost', 'Content-Type: application/json']
/** Second request, smuggled behind the first one. */
const HIDDEN = lines('GET /readyz HTTP/1.1', 'Host: localhost', '')

test('two valid requests on one connection get two answers', async () => {
	const ask = await serve()
	expect(statusesOf(await ask(lines(...POST, 'Content-Length: 2', '') + '{}' + HIDDEN))).toEqual([400, 200])
})

test.each([
	[
		'a length and pieces (CL.TE)',
		lines(...POST, `Content-Length: ${HIDDEN.length + 5}`, 'Transfer-Encoding: chunked', '') + '0\r\n\r\n' + HIDDEN,
	],
	['pieces and a length (TE.CL)', lines(...POST, 'Transfer-Encoding: chunked', 'Content-Length: 4', '') + '5c\r\n' + HIDDEN + '0\r\n\r\n'],
	['pieces in a strange spelling', lines(...POST, 'Content-Length: 5', 'Transfer-Encoding: xchunked', '') + '0\r\n\r\n' + HIDDEN],
	['pieces named twice', lines(...POST, 'Transfer-Encoding: chunked', 'Transfer-Encoding: identity', '') + '0\r\n\r\n' + HIDDEN],
	['pieces behind a tab', lines(...POST, 'Transfer-Encoding:\x0bchunked', '') + '0\r\n\r\n' + HIDDEN],
	['a space before the colon', lines(...POST, 'Transfer-Encoding : chunked', 'Content-Length: 5', '') + '0\r\n\r\n' + HIDDEN],
	['two lengths', lines(...POST, 'Content-Length: 0', `Content-Length: ${HIDDEN.length}`, '') + HIDDEN],
	['two lengths in one header', lines(...POST, `Content-Length: 0, ${HIDDEN.length}`, '') + HIDDEN],
	['a length with a sign', lines(...POST, `Content-Length: +${HIDDEN.length}`, '') + HIDDEN],
	['a negative length', lines(...POST, 'Content-Length: -1', '') + HIDDEN],
	['a length in hexadecimal', lines(...POST, 'Content-Length: 0x2', '') + '{}' + HIDDEN],
	['a folded header', lines(...POST, 'X-Folded: a', ' Content-Length: 0', '') + HIDDEN],
	['a folded pieces header', lines(...POST, 'Transfer-Encoding:', ' chunked', 'Content-Length: 5', '') + '0\r\n\r\n' + HIDDEN],
	['lines that end in a bare LF', `${[...POST, 'Content-Length: 2', ''].join('\n')}\n{}${HIDDEN}`],
	['a bare LF inside a header', lines(...POST, 'X-A: b\nContent-Length: 2', '') + '{}' + HIDDEN],
	['a bare CR inside a header', lines(...POST, 'X-A: b\rContent-Length: 2', '') + '{}' + HIDDEN],
	['a NUL in a header', lines(...POST, 'X-A: b\0c', 'Content-Length: 2', '') + '{}' + HIDDEN],
	['a header without a name', lines(...POST, ': x', 'Content-Length: 2', '') + '{}' + HIDDEN],
	['a piece of a wrong size', lines(...POST, 'Transfer-Encoding: chunked', '') + '1\r\n{}\r\n0\r\n\r\n' + HIDDEN],
	['a piece of a huge size', lines(...POST, 'Transfer-Encoding: chunked', '') + 'fffffffffffffffff\r\n{}\r\n0\r\n\r\n' + HIDDEN],
	['a piece that ends in a bare LF', lines(...POST, 'Transfer-Encoding: chunked', '') + '2;a\n{}\r\n0\r\n\r\n' + HIDDEN],
	['no host', lines('POST /auth/v1/otp HTTP/1.1', 'Content-Length: 2', '') + '{}' + HIDDEN],
	['two hosts', lines(...POST, 'Host: evil.example', 'Content-Length: 2', '') + '{}' + HIDDEN],
	['an unknown version', lines('POST /auth/v1/otp HTTP/9.9', 'Host: localhost', '') + HIDDEN],
	['an address with a space', lines('POST /auth/v1/otp x HTTP/1.1', 'Host: localhost', '') + HIDDEN],
	['nothing of HTTP', '\x16\x03\x01\x02\x00\x01\x00\r\n\r\n' + HIDDEN],
])('%s: refused once, and the smuggled request gets no answer', async (_name, bytes) => {
	const heard = await (await serve())(bytes)
	expect([heard.slice(0, 60), statusesOf(heard)]).toEqual([heard.slice(0, 60), [400]])
})

test('TRACE is refused, and nothing of the request is echoed', async () => {
	const ask = await serve()
	for (const path of ['/readyz', '/auth/v1/user', '/']) {
		const heard = await ask(lines(`TRACE ${path} HTTP/1.1`, 'Host: localhost', 'X-Mark: never-to-be-seen', 'Connection: close', ''))
		expect([path, statusesOf(heard).every((status) => status >= 400), heard.includes('never-to-be-seen')]).toEqual([path, true, false])
		expect(statusesOf(heard)).toHaveLength(1)
	}
})

test('16 kilobytes of headers are accepted, more are refused', async () => {
	const ask = await serve()
	const withHeader = (length: number) =>
		lines('GET /readyz HTTP/1.1', 'Host: localhost', `X-Long: ${'x'.repeat(length)}`, 'Connection: close', '')
	expect(statusesOf(await ask(withHeader(15_000)))).toEqual([200])
	expect(statusesOf(await ask(withHeader(17_000)))).toEqual([431])
	expect(
		statusesOf(
			await ask(
				lines('GET /readyz HTTP/1.1', 'Host: localhost', ...Array.from({ length: 2000 }, (_one, index) => `x${index}: ${index}`), ''),
			),
		),
	).toEqual([431])
})
