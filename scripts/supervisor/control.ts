import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'

/** Maximum length of the path of a Unix socket. */
const MAX_BYTES = 100

/** Returns the path of the socket on which a data folder's supervisor accepts requests. */
export const controlSocket = (dataDir: string): string => path.join(dataDir, 'supervisor.sock')

/** Uses a socket. If its path is too long, changes to its folder and uses the bare name. */
function withSocket<T>(file: string, work: (name: string) => T): T {
	if (Buffer.byteLength(file) <= MAX_BYTES) return work(file)
	const before = process.cwd()
	process.chdir(path.dirname(file))
	try {
		return work(path.basename(file))
	} finally {
		process.chdir(before)
	}
}

/** The supervisor's responses, one JSON object per line. It waits for a line after `ask`. */
type Answer = { line: string } | { ask: unknown } | { done: unknown } | { problem: string }

export type SupervisorCaller = {
	say: (line: string) => void
	/** Asks the caller a question, and waits for the response. @throws Error if the caller is gone or refuses */
	ask: (question: unknown) => Promise<void>
}
export type Handler<Request> = (request: Request, caller: SupervisorCaller) => Promise<unknown>

async function serveCaller<Request>(socket: net.Socket, handle: Handler<Request>): Promise<void> {
	const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
	const send = (answer: Answer) => void (socket.writable && socket.write(`${JSON.stringify(answer)}\n`))
	const read = async () => {
		const { value, done } = await lines.next()
		if (done) throw new Error('the command was interrupted')
		return JSON.parse(value) as unknown
	}
	try {
		const request = (await read()) as Request
		const done = await handle(request, {
			say: (line) => send({ line }),
			async ask(question) {
				send({ ask: question })
				const answer = (await read()) as { problem?: string }
				if (answer.problem !== undefined) throw new Error(answer.problem)
			},
		})
		send({ done: done ?? null })
	} catch (error) {
		send({ problem: error instanceof Error ? error.message : String(error) })
	}
	socket.end()
}

/** Accepts requests until closed. Only root and the server's account can connect. */
export async function serveControl<Request>(file: string, handle: Handler<Request>): Promise<() => void> {
	fs.mkdirSync(path.dirname(file), { recursive: true })
	fs.rmSync(file, { force: true })
	const server = net.createServer((socket) => {
		socket.on('error', () => {})
		void serveCaller(socket, handle)
	})
	withSocket(file, (name) => server.listen(name))
	await once(server, 'listening')
	fs.chmodSync(file, 0o600)
	return () => {
		server.close()
		fs.rmSync(file, { force: true }) // Node.js removes a bare name from another folder
	}
}

export class NotRunning extends Error {}

/**
 * Sends a request to the supervisor.
 * @param listen `say` prints a line; `answer` responds to a question
 * @throws NotRunning, or Error with the supervisor's reason
 */
export async function askControl<Done>(
	file: string,
	request: unknown,
	listen: { say: (line: string) => void; answer: (question: never) => void | Promise<void> },
): Promise<Done> {
	const refused = (error: unknown) => {
		throw new NotRunning('Launchway is not running', { cause: error })
	}
	if (!fs.existsSync(file)) refused(new Error(`${file} does not exist`))
	const socket = withSocket(file, (name) => net.connect(name))
	await once(socket, 'connect').catch(refused)
	socket.on('error', () => {})
	const send = (value: unknown) => void socket.write(`${JSON.stringify(value)}\n`)
	send(request)
	for await (const text of createInterface({ input: socket })) {
		const answer = JSON.parse(text) as Answer
		if ('line' in answer) listen.say(answer.line)
		else if ('problem' in answer) throw new Error(answer.problem)
		else if ('done' in answer) return answer.done as Done
		else
			try {
				await listen.answer(answer.ask as never)
				send({})
			} catch (error) {
				send({ problem: error instanceof Error ? error.message : String(error) })
			}
	}
	throw new Error('Launchway stopped before it responded; see its log')
}
