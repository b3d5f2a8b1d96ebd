import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'

import { withOwnLoop } from './load.ts'

test.each([10, 200_000])('answers of %i bytes are counted completely, one after another', async (size) => {
	let served = 0
	const server = createServer((_request, response) => {
		served++
		response.setHeader('content-length', size)
		response.end('x'.repeat(size))
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	onTestFinished(() => {
		server.closeAllConnections()
		server.close()
	})
	const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	let answers = 0
	// A busy machine may take longer to send the first responses.
	for (let seconds = 0.3; served < 3; seconds *= 2) {
		served = 0
		answers = (await withOwnLoop({ origin, path: '/', headers: {}, seconds, connections: 2 })).answers
	}
	// Each connection may have one response in flight when the time is up.
	expect(served - answers).toBeLessThanOrEqual(2)
	expect(served - answers).toBeGreaterThanOrEqual(0)
})
