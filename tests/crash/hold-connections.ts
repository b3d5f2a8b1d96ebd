/**
 * Holds connections to a port from a separate process: `idle` of them send nothing, `slow` send a header byte each second.
 * Prints `open` once all are open, and `closed` once the server has closed all.
 */
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const [port = 0, idle = 0, slow = 0] = process.argv.slice(2).map(Number)
const BATCH = 250
let open = 0

function begin(index: number): Promise<Socket> {
	// Uses several local addresses, because each has a limited number of ports.
	const localAddress = `127.0.0.${2 + (index % 8)}`
	return new Promise((resolve) => {
		const socket = connect({ port, host: '127.0.0.1', localAddress })
		socket.on('error', () => {})
		socket.once('connect', () => {
			open += 1
			resolve(socket)
		})
		socket.once('close', () => {
			open -= 1
			resolve(socket)
		})
		socket.resume()
	})
}

async function beginAll(count: number): Promise<Socket[]> {
	const sockets: Socket[] = []
	for (let index = 0; index < count; index += BATCH)
		sockets.push(...(await Promise.all(Array.from({ length: Math.min(BATCH, count - index) }, (_none, at) => begin(index + at)))))
	return sockets
}

await beginAll(idle)
const trickling = await beginAll(slow)
for (const socket of trickling) socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ')
console.log('open')
while (open > 0) {
	for (const socket of trickling) if (!socket.destroyed) socket.write('a')
	await sleep(1000)
}
console.log('closed')
