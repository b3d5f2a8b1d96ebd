import type { ColumnType } from 'kysely'

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue | undefined }

type Written = string | { [key: string]: JsonValue | undefined }

/** JSON column. Stringify arrays: the driver would convert a bare one to a PostgreSQL array. */
export type Json = ColumnType<JsonValue, Written, Written>
