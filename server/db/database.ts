import type { Kysely, Transaction } from 'kysely'

import type { Database } from './row-types.ts'

export type Db = Kysely<Database>
/** Transaction. Only `inTransaction` opens one. */
export type Tx = Transaction<Database>
