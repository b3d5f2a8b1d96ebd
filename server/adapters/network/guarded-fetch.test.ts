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
])('a name that leads to %s is not connected to', async (address) => {
	const fetch = createGuardedFetch({
		allowLoopback: false,
		resolve: (_host, done) => {
			done(null, [{ address, family: address.includes(':') ? 6 : 4 }])
		},
	})
	await expect(fetch('https://provider.example/')).rejects.toThrow('does not lead to the public internet')
})

test.each([
	'http://provider.example/',
	'https://127.0.0.1/',
	'https://2130706433/',
	'https://0x7f.1/',
	'https://[::1]/',
	'file:///etc/passwd',
])('%s is refused before anything is asked', async (address) => {
	const resolve = () => {
		throw new Error('asked')
	}
	await expect(createGuardedFetch({ allowLoopback: false, resolve })(address)).rejects.toThrow(/is not (https|a public address)/)
})

test('a name that leads nowhere is an error of the request, and of nothing else', async () => {
	await expect(createGuardedFetch({ allowLoopback: false })('https://provider.invalid/')).rejects.toThrow(/ENOTFOUND|EAI_AGAIN/)
})

test('one private address among public ones is enough to refuse', async () => {
	const fetch = createGuardedFetch({
		allowLoopback: true,
		resolve: (_host, done) => {
			done(null, [
				{ address: '127.0.0.1', family: 4 },
				{ address: '10.0.0.1', family: 4 },
			])
		},
	})
	await expect(fetch('http://provider.example/')).rejects.toThrow('does not lead to the public internet')
})

test('redirects are handed back, long answers are cut off with an error', async () => {
	const port = await listen((request, response) => {
		if (request.url === '/moved') response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
		else response.end('x'.repeat(1024 * 1024 + 1))
	})
	const fetch = createGuardedFetch({ allowLoopback: true })
	expect((await fetch(`http://127.0.0.1:${port}/moved`)).status).toBe(302)
	await expect(fetch(`http://127.0.0.1:${port}/long`)).rejects.toThrow('more than 1048576 bytes')
})

test('method, form and headers arrive', async () => {
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
