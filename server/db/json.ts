import type { ColumnType } from 'kysely'

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue | undefined }

type Written = string | { [key: string]: JsonValue | undefined }

/** A json or jsonb column: written as JSON text or as an object. The driver turns a bare array into a PostgreSQL array, so stringify those. */
export type Json = ColumnType<JsonValue, Written, Written>
