import pg from 'pg'

/** Creates a `Client` class for the options of a `pg.Pool`, and `cut`, which ends all its connections at once. */
export function cuttableClients() {
	const open = new Set<pg.Client>()
	class Client extends pg.Client {
		constructor(config?: pg.ClientConfig) {
			super(config)
			open.add(this)
			this.once('end', () => open.delete(this))
		}
	}
	const cut = () => open.forEach(({ connection }) => connection.stream.destroy())
	return { Client, cut }
}
