import pg from 'pg'

/** Runs work on a new connection and closes it. `name` is its `application_name`. */
export async function withClient<T>(connection: pg.ClientConfig, name: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
	const client = new pg.Client({ ...connection, application_name: name })
	// Without a listener, a lost connection would end the process; the running statement reports it anyway.
	client.on('error', () => {})
	try {
		await client.connect()
		return await work(client)
	} finally {
		await client.end()
	}
}
