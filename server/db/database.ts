import type { Kysely, Transaction } from 'kysely'

import type { Database } from './row-types.ts'

export type Db = Kysely<Database>
/** A transaction of `inTransaction`; nothing else opens one. */
export type Tx = Transaction<Database>
