import { expect, test } from 'vitest'

import type { Db } from '#server/db/database.ts'

import { ProcessState } from './process-state.ts'

const createNames = () => new Set<string>()
const createLines = (db: Db) => ({ db, lines: [] as string[] })

test('a part is created once per process, with that process’s database', () => {
	const [db, otherDb] = [{}, {}] as [Db, Db]
	const here = new ProcessState(db, [createNames, createLines])
	const there = new ProcessState(otherDb, [createNames, createLines])
	here.of(createNames).add('here')
	expect(here.of(createNames)).toEqual(new Set(['here']))
	expect(there.of(createNames)).toEqual(new Set())
	expect(here.of(createLines).db).toBe(db)
	expect(there.of(createLines).db).toBe(otherDb)
})

test('an unlisted part throws instead of being created', () => {
	expect(() => new ProcessState({} as Db, [createNames]).of(createLines)).toThrow('does not list createLines')
})
