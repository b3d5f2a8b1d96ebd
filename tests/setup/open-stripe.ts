import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** Starts a Stripe stand-in that accepts one key, or every key. @returns its URL */
export async function openStripe(key?: string): Promise<string> {
	const server = createServer(({ headers }, response) => {
		response.writeHead(key === undefined || headers.authorization === `Bearer ${key}` ? 200 : 401).end('{}')
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	onTestFinished(() => void server.close())
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
