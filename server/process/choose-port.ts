import { createServer, type AddressInfo } from 'node:net'

/** Finds a free port for PORT=0, because the site's own URL must be known before the server listens. */
export function findFreePort(host: string): Promise<number> {
	return new Promise((resolve, reject) => {
		const probe = createServer()
		probe.once('error', reject).listen(0, host, () => {
			const { port } = probe.address() as AddressInfo
			probe.close(() => resolve(port))
		})
	})
}
