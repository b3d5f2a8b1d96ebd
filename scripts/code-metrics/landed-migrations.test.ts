import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'

import { compareMigrations, findMigrationProblems } from './landed-migrations.ts'

const line = (name: string, text: string) => `${createHash('sha256').update(text).digest('hex')}  ${name}`
const LIST = `${line('0001_a.sql', 'select 1')}\n${line('0002_b.sql', 'select 2')}\n`
const files = (...entries: [string, string][]) => new Map(entries)

test.each([
	['as it landed', files(['0001_a.sql', 'select 1'], ['0002_b.sql', 'select 2']), { changed: [], missing: [] }],
	['with another comment', files(['0001_a.sql', 'select 1 -- one'], ['0002_b.sql', 'select 2']), { changed: ['0001_a.sql'], missing: [] }],
	['gone or renamed', files(['0001_a.sql', 'select 1']), { changed: ['0002_b.sql'], missing: [] }],
	[
		'and a new one',
		files(['0001_a.sql', 'select 1'], ['0002_b.sql', 'select 2'], ['0003_c.sql', 'select 3']),
		{ changed: [], missing: [line('0003_c.sql', 'select 3')] },
	],
])('landed migrations %s', (_what, found, expected) => expect(compareMigrations(LIST, found)).toEqual(expected))

test('the landed migrations are unchanged', () => expect(findMigrationProblems()).toEqual([]))
