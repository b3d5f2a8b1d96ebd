import type { ColumnType } from 'kysely'

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue | undefined }

type Written = string | { [key: string]: JsonValue | undefined }

/** JSON column. Stringify arrays before writing: the driver would convert them to PostgreSQL arrays. */
export type Json = ColumnType<JsonValue, Written, Written>
