import { once } from 'node:events'
import net from 'node:net'
import tls from 'node:tls'

/**
 * @param limitMs timeout
 * @throws Error if there is no response in time
 */
export async function readTlsEnd(host: string, port: number, limitMs: number): Promise<Date> {
	// An unverified connection is fine: only the expiry date is read, and nothing is sent.
	const socket = tls.connect({ host, port, rejectUnauthorized: false, ...(net.isIP(host) === 0 && { servername: host }) })
	try {
		await once(socket, 'secureConnect', { signal: AbortSignal.timeout(limitMs) })
		return new Date(socket.getPeerCertificate().valid_to)
	} finally {
		socket.destroy()
	}
}
