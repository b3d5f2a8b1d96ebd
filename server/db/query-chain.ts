import pg from 'pg'

/** Statement in a chain. If it has a name, it's parsed once per connection; a name always has the same text. */
export type ChainStep = { name: string | null; text: string; values: readonly (string | null)[] }
export type ChainRow = Record<string, unknown>

type Column = { name: string; read: (text: string) => unknown }
type FieldsMessage = { fields: { name: string; dataTypeID: number }[] }
type RowMessage = { fields: (string | null)[] }

/** Named statements sent on each connection: true if PostgreSQL has parsed it, false if unknown because the chain failed. */
const parsedNames = new WeakMap<pg.Connection, Map<string, boolean>>()

function namesOf(connection: pg.Connection): Map<string, boolean> {
	const names = parsedNames.get(connection) ?? new Map<string, boolean>()
	parsedNames.set(connection, names)
	return names
}

function bindStep(connection: pg.Connection, { name, text, values }: ChainStep, names: Map<string, boolean>): void {
	const isParsed = name === null ? false : names.get(name)
	if (name !== null && isParsed === false) connection.close({ type: 'S', name }, true)
	if (!isParsed) connection.parse({ name: name ?? '', text, types: [] }, true)
	if (name !== null && !isParsed) names.set(name, false)
	connection.bind({ portal: '', statement: name ?? '', values: [...values] }, true)
}

/**
 * Sends several statements in one network write, which saves round trips. They form one transaction, which stays open if the
 * chain starts with `begin`. Only the last rows are returned.
 */
export class QueryChain implements pg.Submittable {
	/** Rows of the last statement. Rejects with the pg.DatabaseError of the failed step. */
	readonly rows: Promise<ChainRow[]>
	readonly #steps: readonly ChainStep[]
	readonly #found: ChainRow[] = []
	#outcome: PromiseWithResolvers<ChainRow[]> = Promise.withResolvers<ChainRow[]>()
	#columns: Column[] = []
	#done = 0

	constructor(steps: readonly ChainStep[]) {
		this.#steps = steps
		this.rows = this.#outcome.promise
	}

	submit(connection: pg.Connection): void {
		const names = namesOf(connection)
		connection.stream.cork()
		try {
			for (const [index, step] of this.#steps.entries()) {
				bindStep(connection, step, names)
				if (index === this.#steps.length - 1) connection.describe({ type: 'P', name: '' }, true)
				connection.execute({ portal: '' }, true)
			}
			connection.sync()
		} finally {
			connection.stream.uncork()
		}
	}

	handleRowDescription({ fields }: FieldsMessage): void {
		this.#columns = fields.map(({ name, dataTypeID }) => ({ name, read: pg.types.getTypeParser(dataTypeID, 'text') as Column['read'] }))
	}

	handleDataRow({ fields }: RowMessage): void {
		if (this.#done < this.#steps.length - 1) return
		const row: ChainRow = {}
		for (const [index, { name, read }] of this.#columns.entries()) {
			const text = fields[index] ?? null
			row[name] = text === null ? null : read(text)
		}
		this.#found.push(row)
	}

	handleCommandComplete(): void {
		this.#done += 1
	}

	handleReadyForQuery(connection: pg.Connection): void {
		const names = namesOf(connection)
		for (const { name } of this.#steps) if (name !== null) names.set(name, true)
		this.#outcome.resolve(this.#found)
	}

	handleError(error: Error): void {
		this.#outcome.reject(error)
	}
}
