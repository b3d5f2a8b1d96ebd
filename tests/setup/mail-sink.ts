import type { Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** Behavior of the mail sink for a message. A number is an SMTP reply code. */
export type SinkMood = {
	recipient?: string
	message?: string
	/** Accepts the message, and then either never responds or closes the connection. */
	afterData?: 'hang' | 'close'
}

export type SunkMail = { from: string; to: string[]; source: Buffer }

const refusal = (reply: string) => Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) })

/** Starts a mail server on loopback that stores accepted messages. `mood` may change while it runs. */
export async function openMailSink({ hasTls = false, login }: { hasTls?: boolean; login?: { user: string; pass: string } } = {}) {
	const mails: SunkMail[] = []
	const mood: SinkMood = {}
	const sockets = new Set<Socket>()
	let connections = 0
	let logins = 0
	const server = new SMTPServer({
		authOptional: !login,
		allowInsecureAuth: true,
		disabledCommands: hasTls ? [] : ['STARTTLS'],
		disableReverseLookup: true,
		onConnect: (_session, callback) => {
			connections += 1
			callback()
		},
		onAuth: (auth, _session, callback) => {
			logins += 1
			if (auth.username === login?.user && auth.password === login?.pass) callback(null, { user: auth.username })
			else callback(new Error('no'))
		},
		onRcptTo: (_address, _session, callback) => callback(mood.recipient ? refusal(mood.recipient) : null),
		onData: (stream, session, callback) => {
			const chunks: Buffer[] = []
			stream.on('data', (chunk: Buffer) => chunks.push(chunk))
			stream.on('end', () => {
				if (mood.message) return callback(refusal(mood.message))
				const { mailFrom, rcptTo } = session.envelope
				mails.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), source: Buffer.concat(chunks) })
				if (mood.afterData === 'hang') return
				if (mood.afterData === 'close') return sockets.forEach((socket) => socket.destroy())
				callback()
			})
		},
	})
	server.server.on('connection', (socket: Socket) => {
		sockets.add(socket)
		socket.on('close', () => sockets.delete(socket))
	})
	server.on('error', () => {})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	const { port } = server.server.address() as { port: number }
	return {
		port,
		mails,
		mood,
		counts: () => ({ connections, logins }),
		close: () =>
			new Promise<void>((resolve) => {
				server.close(() => resolve())
				for (const socket of sockets) socket.destroy()
			}),
	}
}
