import { isIP } from 'node:net'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'

import { findPublicAddress } from '#server/adapters/network/guarded-fetch.ts'

import type { SmtpConfig } from './compose.ts'
import type { EmailMessage } from './port.ts'

const IDLE_MS = 5000
const MESSAGES_PER_CONNECTION = 100

/** Timeouts in milliseconds. `silence` is the longest: the server may take a while to accept a whole message. */
export type SmtpTimeouts = { connect: number; greeting: number; silence: number }
export const SMTP_TIMEOUTS: SmtpTimeouts = { connect: 10_000, greeting: 10_000, silence: 60_000 }

type Stream = EmailMessage['stream']
export type PooledConnection = { connection: SMTPConnection; sent: number }

async function connect({ host, port, security, login, mayBePrivate }: SmtpConfig, timeouts: SmtpTimeouts): Promise<SMTPConnection> {
	const { default: Connection } = await import('nodemailer/lib/smtp-connection')
	const connection = new Connection({
		// Connect to the address that was checked: a second DNS lookup could return another one.
		host: mayBePrivate ? host : await findPublicAddress(host),
		...(isIP(host) === 0 && { servername: host }),
		port,
		secure: security === 'tls',
		requireTLS: security === 'starttls',
		ignoreTLS: security === 'none',
		tls: { minVersion: 'TLSv1.2' },
		connectionTimeout: timeouts.connect,
		greetingTimeout: timeouts.greeting,
		dnsTimeout: timeouts.connect,
		socketTimeout: timeouts.silence,
	})
	try {
		await new Promise<void>((resolve, reject) => {
			connection.once('error', reject)
			connection.connect((error) => (error ? reject(error) : resolve()))
		})
		if (login) {
			const credentials = { user: login.user, pass: login.pass }
			await new Promise<void>((resolve, reject) => {
				connection.once('error', reject)
				connection.login({ credentials }, (error) => (error ? reject(error) : resolve()))
			})
		}
	} catch (error) {
		connection.on('error', () => {})
		connection.close()
		throw error
	}
	// From here on, the code that sends a message handles connection errors.
	connection.removeAllListeners('error')
	connection.on('error', () => {})
	return connection
}

/**
 * Pool of connections that each send one message at a time. The library's own pool doesn't report whether a failed message had been handed
 * over, but only a message that hadn't may be retried.
 */
export class SmtpPool {
	readonly #config: SmtpConfig
	readonly #timeouts: SmtpTimeouts
	readonly #idle = new Map<PooledConnection, NodeJS.Timeout>()
	readonly #waiting: Record<Stream, (() => void)[]> = { transactional: [], newsletter: [] }
	#busy = 0

	constructor(config: SmtpConfig, timeouts: SmtpTimeouts) {
		this.#config = config
		this.#timeouts = timeouts
	}

	async #open(): Promise<PooledConnection> {
		const line = { connection: await connect(this.#config, this.#timeouts), sent: 0 }
		line.connection.once('end', () => this.#forget(line))
		return line
	}

	#forget(line: PooledConnection): void {
		clearTimeout(this.#idle.get(line))
		this.#idle.delete(line)
	}

	#takeIdle(): PooledConnection | null {
		for (const line of this.#idle.keys()) {
			this.#forget(line)
			if (!line.connection.destroyed) return line
		}
		return null
	}

	/**
	 * Runs work with a connection, once one is free.
	 * @throws Error if no connection can be opened; any error of `work`
	 */
	async withConnection<T>(work: (line: PooledConnection) => Promise<T>, stream: Stream = 'transactional'): Promise<T> {
		await new Promise<void>((resolve) => {
			this.#waiting[stream].push(resolve)
			this.#admit()
		})
		try {
			return await work(this.#takeIdle() ?? (await this.#open()))
		} finally {
			this.#busy -= 1
			this.#admit()
		}
	}

	/** Gives free connections to waiting messages. Newsletters come last, and one of several connections is always left for other emails. */
	#admit(): void {
		const { connections } = this.#config
		const most = { transactional: connections, newsletter: Math.max(1, connections - 1) }
		for (const stream of ['transactional', 'newsletter'] as const)
			while (this.#busy < most[stream] && this.#waiting[stream].length > 0) {
				this.#busy += 1
				this.#waiting[stream].shift()?.()
			}
	}

	release(line: PooledConnection): void {
		line.sent += 1
		if (line.sent >= MESSAGES_PER_CONNECTION) return line.connection.quit()
		const timer = setTimeout(() => {
			this.#forget(line)
			line.connection.quit()
		}, IDLE_MS)
		timer.unref()
		this.#idle.set(line, timer)
	}

	/** Closes idle connections. A connection in use closes some time after its message, once it has been idle. */
	close(): void {
		for (const line of this.#idle.keys()) {
			this.#forget(line)
			line.connection.close()
		}
	}
}
