// asvs V1.3.6 V12.3.2 V15.3.2
// regression ssrf
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'

import { createGuardedFetch } from './guarded-fetch.ts'

async function listen(handler: http.RequestListener): Promise<number> {
	const server = http.createServer(handler).listen(0, '127.0.0.1')
	await new Promise((resolve) => server.once('listening', resolve))
	onTestFinished(() => void server.close())
	return (server.address() as AddressInfo).port
}

test.each([
	'127.0.0.1',
	'10.1.2.3',
	'172.16.0.1',
	'172.31.255.255',
	'198.18.0.1',
	'255.255.255.255',
	'169.254.169.254',
	'192.168.0.1',
	'100.64.0.1',
	'0.0.0.0',
	'224.0.0.1',
	'::1',
	'::',
	'::ffff:127.0.0.1',
	'fe80::1',
	'fc00::1',
	'2002:7f00:1::',
	'64:ff9b::7f00:1',
	'::127.0.0.1',
	'::ffff:0:127.0.0.1',
	'2001:0:7f00:1::',
	'fec0::1',
	'ff02::1',
])('a name that resolves to %s is refused', async (address) => {
	const fetch = createGuardedFetch({
		allowLoopback: false,
		resolve: (_host, done) => {
			done(null, [{ address, family: address.includes(':') ? 6 : 4 }])
		},
	})
	await expect(fetch('https://provider.example/')).rejects.toThrow('has an address that is not public')
})

test.each([
	'http://provider.example/',
	'https://127.0.0.1/',
	'https://2130706433/',
	'https://0x7f.1/',
	'https://[::1]/',
	'file:///etc/passwd',
])('%s is refused before any DNS lookup', async (address) => {
	const resolve = () => {
		throw new Error('asked')
	}
	await expect(createGuardedFetch({ allowLoopback: false, resolve })(address)).rejects.toThrow(/is not (https|a public address)/)
})

test('a name that doesn’t resolve fails only its own request', async () => {
	await expect(createGuardedFetch({ allowLoopback: false })('https://provider.invalid/')).rejects.toThrow(/ENOTFOUND|EAI_AGAIN/)
})

test('one private address among public ones is refused', async () => {
	const fetch = createGuardedFetch({
		allowLoopback: true,
		resolve: (_host, done) => {
			done(null, [
				{ address: '127.0.0.1', family: 4 },
				{ address: '10.0.0.1', family: 4 },
			])
		},
	})
	await expect(fetch('http://provider.example/')).rejects.toThrow('has an address that is not public')
})

test('a name is resolved once per connection, which uses the checked address (DNS rebinding)', async () => {
	const seen: string[] = []
	const port = await listen((request, response) => {
		seen.push(request.socket.localAddress ?? '')
		response.writeHead(200, { connection: 'close' }).end('here')
	})
	const answers = ['127.0.0.1', '10.0.0.1', '127.0.0.2', '169.254.169.254']
	const asked: string[] = []
	const fetch = createGuardedFetch({
		allowLoopback: true,
		resolve: (host, done) => {
			asked.push(host)
			done(null, [{ address: answers[asked.length - 1] ?? '10.0.0.9', family: 4 }])
		},
	})
	const ask = async () => fetch(`http://rebound.example:${port}/`).then(async (answer) => answer.text())
	expect(await ask()).toBe('here')
	await expect(ask()).rejects.toThrow('has an address that is not public')
	await expect(ask()).rejects.toThrow(/ECONNREFUSED|EADDRNOTAVAIL/)
	await expect(ask()).rejects.toThrow('has an address that is not public')
	expect([asked.length, seen]).toEqual([4, ['127.0.0.1']])
})

test.each(['http://localhost', 'http://127.0.0.1', 'http://[::1]', 'https://localhost'])(
	'requests to this machine by %s are refused if only public addresses are allowed',
	async (origin) => {
		let connections = 0
		const server = http.createServer((_request, response) => void response.end())
		server.on('connection', () => (connections += 1))
		server.listen(0)
		await new Promise((resolve) => server.once('listening', resolve))
		onTestFinished(() => void server.close())
		const { port } = server.address() as AddressInfo
		await expect(createGuardedFetch({ allowLoopback: false })(`${origin}:${port}/`)).rejects.toThrow(/is not|does not lead/)
		expect(connections).toBe(0)
	},
)

test('an answer that trickles in forever times out', async () => {
	const port = await listen((_request, response) => {
		const drip = setInterval(() => response.write('x'), 100)
		response.on('close', () => clearInterval(drip))
	})
	await expect(createGuardedFetch({ allowLoopback: true })(`http://127.0.0.1:${port}/`)).rejects.toThrow(/abort|timeout/i)
})

test('redirects are returned, and too long answers fail with an error', async () => {
	const port = await listen((request, response) => {
		if (request.url === '/moved') response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
		else response.end('x'.repeat(1024 * 1024 + 1))
	})
	const fetch = createGuardedFetch({ allowLoopback: true })
	expect((await fetch(`http://127.0.0.1:${port}/moved`)).status).toBe(302)
	await expect(fetch(`http://127.0.0.1:${port}/long`)).rejects.toThrow('more than 1048576 bytes')
})

test('method, form and headers are sent', async () => {
	const port = await listen((request, response) => {
		let body = ''
		request.on('data', (chunk) => (body += String(chunk)))
		request.on('end', () => response.end(JSON.stringify([request.method, request.headers.accept, body])))
	})
	const answer = await createGuardedFetch({ allowLoopback: true })(`http://127.0.0.1:${port}/`, {
		method: 'POST',
		headers: { accept: 'application/json' },
		body: new URLSearchParams({ a: 'ä b' }),
	})
	expect(await answer.json()).toEqual(['POST', 'application/json', 'a=%C3%A4+b'])
})
