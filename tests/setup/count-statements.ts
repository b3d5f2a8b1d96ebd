import type { Db } from '#server/db/database.ts'

/** Returns the same database, and a function that counts the statements of a call. */
export function countStatements(db: Db): { db: Db; count: (call: () => Promise<unknown>) => Promise<number> } {
	let asked = 0
	return {
		db: db.withPlugin({
			transformQuery({ node }) {
				asked += 1
				return node
			},
			transformResult: ({ result }) => Promise.resolve(result),
		}),
		async count(call) {
			asked = 0
			await call()
			return asked
		},
	}
}
