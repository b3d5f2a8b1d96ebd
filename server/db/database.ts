import type { Kysely, Transaction } from 'kysely'

import type { Database } from './row-types.ts'

export type Db = Kysely<Database>
/** `inTransaction` is the only place that opens one. */
export type Tx = Transaction<Database>
