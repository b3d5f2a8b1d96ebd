import { SMTPServer } from 'smtp-server'

/** A mail server on loopback, in this process, that accepts everything and keeps nothing. */
export async function openSink(): Promise<{ port: number; taken: () => number; close: () => Promise<void> }> {
	let taken = 0
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS', 'AUTH'],
		disableReverseLookup: true,
		onData: (stream, _session, callback) => {
			stream.resume()
			stream.on('end', () => {
				taken += 1
				callback()
			})
		},
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	const { port } = server.server.address() as { port: number }
	return { port, taken: () => taken, close: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}
