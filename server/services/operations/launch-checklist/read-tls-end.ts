import { once } from 'node:events'
import net from 'node:net'
import tls from 'node:tls'

/**
 * Expiry of an https server's certificate.
 * @param limitMs longest wait
 * @throws Error when there is no answer in time
 */
export async function readTlsEnd(host: string, port: number, limitMs: number): Promise<Date> {
	// Also of an untrusted certificate: only its end matters, and nothing is sent.
	const socket = tls.connect({ host, port, rejectUnauthorized: false, ...(net.isIP(host) === 0 && { servername: host }) })
	try {
		await once(socket, 'secureConnect', { signal: AbortSignal.timeout(limitMs) })
		return new Date(socket.getPeerCertificate().valid_to)
	} finally {
		socket.destroy()
	}
}
