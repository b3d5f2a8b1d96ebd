import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

type OnFrame = (type: string, frame: Buffer) => void

/** Splits a PostgreSQL protocol stream into its messages. */
function cutFrames(onFrame: OnFrame): (chunk: Buffer) => void {
	let rest = Buffer.alloc(0)
	return (chunk) => {
		rest = Buffer.concat([rest, chunk])
		while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
			const frame = rest.subarray(0, rest.readUInt32BE(1) + 1)
			rest = rest.subarray(frame.length)
			onFrame(String.fromCharCode(frame[0] ?? 0), frame)
		}
	}
}

/** A PostgreSQL session, signed in with a client's own startup message. */
class Session {
	readonly #socket: Socket
	#onFrame: OnFrame = () => {}

	constructor(target: string) {
		this.#socket = connect(target)
		this.#socket.on('error', () => {})
		this.#socket.on(
			'data',
			cutFrames((...frame) => this.#onFrame(...frame)),
		)
		onTestFinished(() => void this.#socket.destroy())
	}

	/** Streams the response. @returns true if a transaction is open afterward */
	ask(message: Buffer, answer: (frame: Buffer) => void): Promise<boolean> {
		return new Promise((resolve) => {
			this.#onFrame = (type, frame) => {
				answer(frame)
				if (type === 'Z') resolve(frame[5] !== 'I'.charCodeAt(0))
			}
			this.#socket.write(message)
		})
	}
}

/**
 * Starts a pooler that gives each transaction the session idle for the longest time, as pgbouncer can in transaction mode.
 * @param target socket of the server
 * @returns its port
 */
export async function startTransactionPool(target: string, sessions: number): Promise<number> {
	const idle: Session[] = []
	let greeting: Buffer[] = []

	async function fill(startup: Buffer): Promise<void> {
		while (idle.length < sessions) {
			const session = new Session(target)
			const said: Buffer[] = []
			await session.ask(startup, (frame) => said.push(frame))
			idle.push(session)
			greeting = said
		}
	}
	function serve(client: Socket): void {
		let session: Session | undefined
		let batch: Buffer[] = []
		async function pass(message: Buffer): Promise<void> {
			session ??= idle.shift()
			if (!session) throw new Error('no session is idle')
			if (await session.ask(message, (frame) => client.write(frame))) return
			idle.push(session)
			session = undefined
		}
		const onData = cutFrames((type, frame) => {
			if (type === 'X') return void client.end()
			batch.push(frame)
			if (type !== 'Q' && type !== 'S') return // a request ends with a simple query or a sync
			void pass(Buffer.concat(batch))
			batch = []
		})
		client.on('error', () => {})
		client.once('data', (startup: Buffer) => {
			client.on('data', onData)
			void (greeting.length === 0 ? fill(startup) : Promise.resolve()).then(() => client.write(Buffer.concat(greeting)))
		})
	}
	const server = createServer(serve)
	onTestFinished(() => void server.close())
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	return (server.address() as AddressInfo).port
}
