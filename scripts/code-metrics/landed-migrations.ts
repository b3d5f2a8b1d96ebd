import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

import { MIGRATIONS_DIR } from '#server/db/migrate.ts'

/** List of the migrations that must not change, in the format of sha256sum. */
const LIST = 'SHA256SUMS'

type Comparison = {
	/** Listed files that were changed or deleted although databases have applied them. */
	changed: string[]
	/** Lines for files that aren't listed yet. */
	missing: string[]
}

export function compareMigrations(list: string, files: ReadonlyMap<string, string>): Comparison {
	const sums = new Map([...files].map(([name, text]) => [name, createHash('sha256').update(text).digest('hex')]))
	const landed = new Map(list.split('\n').flatMap((line) => (line === '' ? [] : [[line.slice(66), line.slice(0, 64)] as const])))
	return {
		changed: [...landed].filter(([name, sum]) => sums.get(name) !== sum).map(([name]) => name),
		missing: [...sums].filter(([name]) => !landed.has(name)).map(([name, sum]) => `${sum}  ${name}`),
	}
}

function compareOwn(): Comparison {
	const names = fs.readdirSync(MIGRATIONS_DIR).filter((name) => name.endsWith('.sql'))
	const files = new Map(names.sort().map((name) => [name, fs.readFileSync(path.join(MIGRATIONS_DIR, name), 'utf8')]))
	return compareMigrations(fs.readFileSync(path.join(MIGRATIONS_DIR, LIST), 'utf8'), files)
}

export function findMigrationProblems(): string[] {
	const { changed, missing } = compareOwn()
	return [
		...changed.map(
			(name) =>
				`${name} is on main, and databases have applied it: restore it byte for byte and write a new migration. Only if it never left this branch, remove its line from ${LIST} and run: npm run row-types`,
		),
		...missing.map((line) => `${line.slice(66)} is not in ${LIST}; run: npm run row-types`),
	]
}

export function appendMigrationChecksums(): void {
	for (const line of compareOwn().missing) fs.appendFileSync(path.join(MIGRATIONS_DIR, LIST), `${line}\n`)
}
