import { createServer, type AddressInfo } from 'node:net'

/** A free port of the host when PORT is 0: the site's own address must be known before anything listens. */
export function findFreePort(host: string): Promise<number> {
	return new Promise((resolve, reject) => {
		const probe = createServer()
		probe.once('error', reject).listen(0, host, () => {
			const { port } = probe.address() as AddressInfo
			probe.close(() => resolve(port))
		})
	})
}
