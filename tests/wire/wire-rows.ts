import { readFileSync } from 'node:fs'

import { readWireTable } from '#scripts/check-docs/wire-table.ts'

/** Every route of the server, from docs/wire.md: the one table that these tests go through. */
export const ROWS = readWireTable(readFileSync('docs/wire.md', 'utf8'))
