import type { Kysely, Transaction } from 'kysely'

import type { Database } from './row-types.ts'

export type Db = Kysely<Database>
/** A transaction opened by `inTransaction`, which is the only place that opens one. */
export type Tx = Transaction<Database>
